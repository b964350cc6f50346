//! A delay of the replication behind a fence. The move must lift the fence, so that writes do not wait for the target.

use super::cells::Cell;

/// Marks below this number are written by the move. The first one behind a fence gets a number above it.
const BEHIND: i64 = 1_000_000;

/// How long the target needs for that mark.
const SECONDS: u32 = 3;

/// The first mark that the source writes behind a fence arrives late in the target.
/// Neither the move's connections nor replicated changes fire other triggers than those that always fire.
pub async fn delay_once(source: &Cell, target: &Cell) -> anyhow::Result<()> {
    let number = format!(
        "create schema drill;
        create function drill.number() returns trigger language plpgsql as $$
        begin
            if new.mark < {BEHIND} and exists (
                select from public.tenant_moves as move
                where move.tenant_id = new.tenant_id and move.fenced_until > clock_timestamp()
            ) then
                new.mark := new.mark + {BEHIND};
            end if;
            return new;
        end $$;
        create trigger drill before update on public.tenant_move_marks for each row execute function drill.number();
        alter table public.tenant_move_marks enable always trigger drill"
    );
    let sleep = format!(
        "create schema drill;
        create function drill.sleep() returns trigger language plpgsql as $$
        begin
            if old.mark < {BEHIND} and new.mark >= {BEHIND} then
                perform pg_sleep({SECONDS});
            end if;
            return new;
        end $$;
        create trigger drill before update on public.tenant_move_marks for each row execute function drill.sleep();
        alter table public.tenant_move_marks enable always trigger drill"
    );
    source.stage.database.root().await.batch_execute(&number).await?;
    target.stage.database.root().await.batch_execute(&sleep).await?;
    Ok(())
}

/// Removes the triggers of `delay_once`.
pub async fn remove(source: &Cell, target: &Cell) -> anyhow::Result<()> {
    for cell in [source, target] {
        cell.stage.database.root().await.batch_execute("drop schema drill cascade").await?;
    }
    Ok(())
}
