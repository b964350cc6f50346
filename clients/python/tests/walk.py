"""Uses the packed client against a running server. The drill `sdk` starts it and reads what it prints.

    BASE_URL=... CUTTING_URL=... KEY=... python walk.py

CUTTING_URL is the same server through a proxy that cuts the first response.
"""

import asyncio
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from tenant_control import (
    UNSET,
    AsyncTenantControl,
    InvalidSignature,
    TenantControl,
    Unset,
    Webhook,
    paginate,
    paginate_async,
    version_tag,
)
from tenant_control.models import (
    EventPattern,
    ListTicketsStatusItem,
    NewOrganization,
    NewTicket,
    NewWebhookEndpoint,
    NewWebhookTest,
    TicketChange,
    TicketPage,
    TicketPriority,
)
from tenant_control.problems import InvalidRequest, NotFound, VersionMismatch

base_url, cutting, key = os.environ["BASE_URL"], os.environ["CUTTING_URL"], os.environ["KEY"]
client = TenantControl(key, base_url=base_url)
found: dict[str, object] = {}

# Creates.
organization = client.create_organization(body=NewOrganization(name="Initech"))
subjects = [f"Printer {number} is on fire" for number in range(1, 7)]
for subject in subjects:
    client.create_ticket(body=NewTicket(subject=subject, organization_id=organization.id))

# Lists through three pages.
pages = 0


def read(*, cursor: str | Unset = UNSET) -> TicketPage:
    global pages
    pages += 1
    statuses = [ListTicketsStatusItem.NEW, ListTicketsStatusItem.OPEN]
    return client.list_tickets(organization_id=organization.id, status=statuses, limit=2, cursor=cursor)


listed = [ticket.subject for ticket in paginate(read)]
found["pages"] = pages
found["listed"] = sorted(listed) == subjects
direct = [ticket.subject for ticket in paginate(client.list_tickets, organization_id=organization.id, limit=2)]
assert direct == listed, direct


async def listed_async() -> list[str]:
    async with AsyncTenantControl(key, base_url=base_url) as other:
        tickets = paginate_async(other.list_tickets, organization_id=organization.id, limit=2)
        return [ticket.subject async for ticket in tickets]


assert asyncio.run(listed_async()) == listed

# Updates with a version, and with a stale one.
first = client.list_tickets(organization_id=organization.id, limit=1).data[0]
tag = version_tag(first.version)
changed = client.update_ticket(first.id, body=TicketChange(priority=TicketPriority.P1), if_match=tag)
found["updated"] = changed.priority
try:
    client.update_ticket(first.id, body=TicketChange(priority=TicketPriority.P2), if_match=tag)
except VersionMismatch as problem:
    found["stale"] = problem.code if problem.current["priority"] == "p1" else problem.current

# Retries after a lost response, without a duplicate.
unlucky = TenantControl(key, base_url=cutting)
kept = unlucky.create_ticket(body=NewTicket(subject="Only once", organization_id=organization.id))
copies = [ticket.id for ticket in paginate(client.list_tickets) if ticket.subject == "Only once"]
found["copies"] = len(copies)
found["same"] = copies[0] == kept.id

# Verifies a webhook.
deliveries: list[tuple[bytes, dict[str, str]]] = []


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        deliveries.append((self.rfile.read(int(self.headers["Content-Length"])), dict(self.headers)))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


receiver = HTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=receiver.serve_forever, daemon=True).start()
endpoint = client.create_webhook(
    body=NewWebhookEndpoint(
        name="walk", url=f"http://127.0.0.1:{receiver.server_port}/", events=[EventPattern.TICKET_CREATED]
    )
)
assert isinstance(endpoint.secret, str)
client.test_webhook(id=endpoint.id, body=NewWebhookTest())
body, headers = deliveries[0]
found["event"] = Webhook(endpoint.secret).verify(body, headers).type_
try:
    Webhook(endpoint.secret).verify(body + b" ", headers)
except InvalidSignature as error:
    found["forged"] = type(error).__name__

# Reads typed problems.
try:
    client.create_ticket(body=NewTicket(subject="", organization_id=organization.id))
except InvalidRequest as problem:
    found["invalid"] = f"{problem.code} {problem.errors[0].pointer}"
try:
    client.get_ticket("tkt_01h455vb4pex5vsknk084sn02q")
except NotFound as problem:
    found["missing"] = problem.code

print(json.dumps(found))
