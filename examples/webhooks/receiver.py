"""A receiver of webhooks.

    pip install standardwebhooks==1.1.0
    WEBHOOK_SECRET=whsec_... PORT=9000 python receiver.py
"""

import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["WEBHOOK_SECRET"])

# In earnest: a table with a unique key, written in the transaction that does what the event asks for.
handled: set[str] = set()


def handle(event: dict) -> None:
    print("handled", event["id"], event["type"], event["subject"]["id"], flush=True)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # keeps the connection for the next delivery

    def do_POST(self) -> None:
        # The bytes as they came: parsed and written again they would have another signature.
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = webhook.verify(body, dict(self.headers))
        except (WebhookVerificationError, ValueError):
            return self.answer(400)
        if self.headers["webhook-id"] not in handled:
            handle(event)
            handled.add(self.headers["webhook-id"])
        self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_) -> None:
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver)
print("listening", flush=True)
server.serve_forever()
