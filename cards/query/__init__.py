"""The search language of the card database: one parser, one meaning, used by the pages, the API and the builder.

``Engine(catalogue, formats).search(text)`` answers a query with a ``Result`` and never raises; ``parse`` alone turns
text into a ``Query`` or raises ``QueryError``. The names, values and meaning of every field are in one table,
``FIELDS``; the parser, the errors, the sentences and the help page all read it.
"""

from cards.query.engine import Engine, ExplainedFault, Explanation, Result
from cards.query.facets import Facet, FacetValue, with_sort
from cards.query.faults import Fault, QueryError, apply_suggestions
from cards.query.fields import FIELDS, SORTABLE, find_field
from cards.query.parser import parse, parse_sort
from cards.query.predicates import predicate
from cards.query.sentence import sentence
from cards.query.tree import Query, SortKey
from cards.query.vocabulary import Vocabulary

__all__ = [
    "FIELDS",
    "SORTABLE",
    "Engine",
    "ExplainedFault",
    "Explanation",
    "Facet",
    "FacetValue",
    "Fault",
    "Query",
    "QueryError",
    "Result",
    "SortKey",
    "Vocabulary",
    "apply_suggestions",
    "find_field",
    "parse",
    "parse_sort",
    "predicate",
    "sentence",
    "with_sort",
]
