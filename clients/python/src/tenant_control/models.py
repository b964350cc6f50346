"""The types of the API."""

from .generated.models import *
from .generated.models import __all__ as __all__
