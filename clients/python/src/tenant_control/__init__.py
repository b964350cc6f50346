"""Client of the Tenant Control API."""

from . import models, problems
from .client import AsyncTenantControl, TenantControl
from .generated.types import UNSET, File, Unset
from .pages import paginate, paginate_async
from .problems import ProblemError
from .versions import version_tag
from .webhooks import InvalidSignature, Webhook

__all__ = [
    "UNSET",
    "AsyncTenantControl",
    "File",
    "InvalidSignature",
    "ProblemError",
    "TenantControl",
    "Unset",
    "Webhook",
    "models",
    "paginate",
    "paginate_async",
    "problems",
    "version_tag",
]
