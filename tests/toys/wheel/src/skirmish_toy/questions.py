"""What people want to know, in their words."""

from grognard.rules.explained import Explained
from grognard.rules.questions import Outcome, Question

from .shooting import Volley, shoot, to_hit

VOLLEY = Question(
    name="volley",
    title="One squad shoots at another",
    situation=Volley,
    numbers=lambda volley, settings: [Explained("to hit", to_hit, (volley,))],
    procedure=lambda volley, settings: shoot(volley, settings),
    outcomes=(Outcome("losses", "men lost", lambda losses: losses),),
    gain=lambda losses, volley: float(losses),
)
