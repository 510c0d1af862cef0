"""The one gateway to language models: every engine's and every service's questions go through it.

It resolves which model is meant, keeps registered values out of what a model sees, counts tokens, cost and time of each
call, and stops where the money is spent. Who cannot call Python speaks to the endpoint, which is the same gateway.
"""

from ghosthands.models.account import Account, Answer, Message, ModelCall
from ghosthands.models.endpoint import ModelEndpoint
from ghosthands.models.errors import BudgetSpent, ModelTrouble, NotConfigured
from ghosthands.models.gateway import ModelGateway
from ghosthands.models.hidden import HiddenValues
from ghosthands.models.names import DEFAULT, ModelName, resolve
from ghosthands.models.settings import ModelSettings, Structured

__all__ = [
    "DEFAULT",
    "Account",
    "Answer",
    "BudgetSpent",
    "HiddenValues",
    "Message",
    "ModelCall",
    "ModelEndpoint",
    "ModelGateway",
    "ModelName",
    "ModelSettings",
    "ModelTrouble",
    "NotConfigured",
    "Structured",
    "resolve",
]
