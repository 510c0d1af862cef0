"""The gateway to language models: every engine's and every service's call goes through it.

An account asks for a purpose, on a job's behalf; the installation chooses the model, and the gateway calls it. On the
way registered values are hidden from the model, and a meter allows the call and records its cost. Clients that cannot
call Python use the endpoint, which is the same gateway.
"""

from ghosthands.models.account import Account, Answer
from ghosthands.models.budget_meter import BudgetMeter
from ghosthands.models.budgets import Budgets
from ghosthands.models.catalogue import Capability, Catalogue
from ghosthands.models.endpoint import ModelEndpoint
from ghosthands.models.errors import BudgetSpent, ModelTrouble, NotConfigured
from ghosthands.models.gateway import ModelGateway
from ghosthands.models.hidden import HiddenValues
from ghosthands.models.installation import Installation, Substitution, Target, Wish
from ghosthands.models.ledgers import Ledgers, Payer
from ghosthands.models.meter import Estimate, LogMeter, Meter, ModelCall, Reservation, Unlimited, make_cost
from ghosthands.models.names import DEFAULT, ModelName
from ghosthands.models.settings import ModelSettings, Structured
from ghosthands.models.shapes import Message, Schema

__all__ = [
    "DEFAULT",
    "Account",
    "Answer",
    "BudgetMeter",
    "BudgetSpent",
    "Budgets",
    "Capability",
    "Catalogue",
    "Estimate",
    "HiddenValues",
    "Installation",
    "Ledgers",
    "LogMeter",
    "Message",
    "Meter",
    "ModelCall",
    "ModelEndpoint",
    "ModelGateway",
    "ModelName",
    "ModelSettings",
    "ModelTrouble",
    "NotConfigured",
    "Payer",
    "Reservation",
    "Schema",
    "Structured",
    "Substitution",
    "Target",
    "Unlimited",
    "Wish",
    "make_cost",
]
