/** Lists: all objects of all pages. */

/** What every list returns. */
export interface Page<T> {
  data: T[];
  has_more: boolean;
  next_cursor?: string | null;
}

/** All objects of a list, page by page: `paginate((cursor) => client.listTickets({ query: { cursor } }))`. */
export async function* paginate<T>(read: (cursor?: string) => Promise<Page<T>>): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield* page.data;
    cursor = page.has_more ? (page.next_cursor ?? undefined) : undefined;
  } while (cursor !== undefined);
}
