/* cause_json.c - the causes of a failure, with every alteration, as JSON. */
#include "report/cause_writers.h"

#include "base/str.h"
#include "report/json_text.h"
#include "trace/say.h"

static json_t *
link_json(CausePage *s, const CauseLink *l)
{
    json_t *o = json_object();
    Str text = {0};

    json_object_set_new(o, "file", json_string(cause_page_file(s, l->node)));
    json_object_set_new(o, "line", json_integer(cause_page_number(s, l->node)));
    json_object_set_new(o, "instance",
                        json_integer(cause_page_instance(s, l->node)));
    json_object_set_new(o, "site",
                        json_integer((json_int_t)graph_site(s->g, l->node)));
    cause_say_was(s->g, l, &text);
    json_object_set_new(o, "value", json_text(str_text(&text)));
    str_clear(&text);
    if (l->has_value)
        cause_say_value(s->g, l, &text);
    json_object_set_new(
        o, "would_do", l->has_value ? json_text(str_text(&text)) : json_null());
    json_object_set_new(o, "alone", json_boolean(l->alone));
    json_object_set_new(o, "each_time", json_boolean(l->every));
    json_object_set_new(o, "partly", json_boolean(l->partly));
    str_done(&text);
    return o;
}

static json_t *
node_json(CausePage *s, uint32_t v)
{
    const CauseResult *r = s->v->result;
    uint32_t node = r->lineage.nodes[r->domain.node[v]].node;

    return json_pack("{s:s,s:i,s:I,s:b}", "file", cause_page_file(s, node),
                     "line", (int)cause_page_number(s, node), "site",
                     (json_int_t)r->lineage.nodes[r->domain.node[v]].site,
                     "branch", r->domain.kind[v] == NARROW_BRANCH);
}

static json_t *
trials_json(CausePage *s, size_t round)
{
    static const char *const words[] = {"clean", "polluted", "partly",
                                        "unknown"};
    const NarrowResult *r = &s->v->result->narrow;
    json_t *trials = json_array();

    for (size_t k = 0; k < r->trials.n; k++) {
        const NarrowTrial *t = &r->trials.at[k];
        if (t->round != round)
            continue;
        json_t *altered = json_array();
        for (size_t m = 0; m < t->nodes.n; m++)
            json_array_append_new(altered, node_json(s, t->nodes.at[m]));
        json_array_append_new(trials,
                              json_pack("{s:o,s:s}", "altered", altered,
                                        "verdict", words[t->outcome.verdict]));
    }
    return trials;
}

static json_t *
frontiers_json(CausePage *s)
{
    const NarrowResult *r = &s->v->result->narrow;
    json_t *list = json_array();

    for (size_t i = 0; i < r->frontiers.n; i++) {
        json_t *nodes = json_array();
        for (size_t k = 0; k < r->frontiers.at[i].n; k++)
            json_array_append_new(nodes,
                                  node_json(s, r->frontiers.at[i].at[k]));
        json_array_append_new(list, json_pack("{s:o,s:o}", "states", nodes,
                                              "trials", trials_json(s, i)));
    }
    return list;
}

static json_t *
links_json(CausePage *s, const CauseLink *at, size_t n)
{
    json_t *list = json_array();

    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, link_json(s, &at[i]));
    return list;
}

static json_t *
findings_json(CausePage *s, const Findings *f)
{
    json_t *list = json_array();

    for (size_t i = 0; i < f->n; i++) {
        const Finding *x = &f->at[i];
        json_array_append_new(
            list,
            json_pack("{s:i,s:o,s:i,s:i,s:o,s:f,s:o,s:{s:s,s:f,s:f}}", "rank",
                      (int)x->rank, "file",
                      json_text(sources_shown(&s->sources, x->place.file)),
                      "line", (int)x->place.line, "column",
                      (int)x->place.column, "function",
                      json_text(x->place.function), "score", x->score,
                      "message", json_text(x->message), "evidence", "role",
                      x->evidence[0].text, "instance", x->evidence[1].number,
                      "distance", x->evidence[2].number));
    }
    return list;
}

static json_t *
states_json(const CauseResult *r)
{
    return json_pack("{s:i,s:I,s:I,s:I,s:I}", "domain", (int)r->domain.naltered,
                     "altered", (json_int_t)r->stats.judged, "polluted",
                     (json_int_t)r->stats.polluted, "unknown",
                     (json_int_t)r->stats.unknown, "refuted",
                     (json_int_t)r->stats.refuted);
}

static json_t *
truth_json(const CauseTruth *t)
{
    return json_pack("{s:i,s:i,s:i,s:i,s:i}", "states", (int)t->states, "right",
                     (int)t->right, "accused", (int)t->accused, "excused",
                     (int)t->excused, "pointers", (int)t->pointers);
}

static json_t *
cost_json(const CauseResult *r)
{
    return json_pack("{s:I,s:I,s:f,s:f}", "runs", (json_int_t)r->cost.runs,
                     "solver_calls", (json_int_t)r->cost.solver_calls, "wall_s",
                     r->cost.wall_s, "cpu_s", r->cost.cpu_s);
}

/* What every list of findings has, and what should have held. */
static json_t *
head_json(CausePage *s, const Findings *f)
{
    const uint32_t failure = cause_page_failure(s);
    json_t *root = json_object();

    json_object_set_new(root, "schema", json_string("culprit.findings/1"));
    json_object_set_new(root, "technique", json_string(f->technique));
    json_object_set_new(root, "tests",
                        json_pack("{s:i,s:i}", "passed", 0, "failed", 1));
    json_object_set_new(root, "property",
                        json_pack("{s:o,s:s,s:i}", "text",
                                  json_text(s->v->spec->failure), "file",
                                  cause_page_file(s, failure), "line",
                                  (int)cause_page_number(s, failure)));
    json_object_set_new(root, "findings", findings_json(s, f));
    return root;
}

void
cause_json_nothing(const char *why, const char *technique, FILE *out)
{
    json_t *root =
        json_pack("{s:s,s:s,s:[],s:s}", "schema", "culprit.findings/1",
                  "technique", technique, "findings", "none", why);

    json_dumpf(root, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(root);
}

void
cause_json(CausePage *s)
{
    const CauseResult *r = s->v->result;
    Findings f;

    cause_findings(s->v->spec, r, &f);
    json_t *root = head_json(s, &f);
    json_object_set_new(root, "independent", json_integer(r->independent));
    json_object_set_new(root, "suspects",
                        links_json(s, r->suspects.at, r->suspects.n));
    json_object_set_new(root, "chain", links_json(s, r->chain.at, r->chain.n));
    json_object_set_new(root, "frontiers", frontiers_json(s));
    if (r->narrow.frontiers.n == 0)
        json_object_set_new(root, "trials", trials_json(s, 0));
    json_object_set_new(root, "stopped", json_boolean(r->narrow.stopped));
    json_object_set_new(root, "states", states_json(r));
    if (s->v->truth)
        json_object_set_new(root, "truth", truth_json(s->v->truth));
    json_object_set_new(root, "cost", cost_json(r));
    json_dumpf(root, s->out, JSON_INDENT(2));
    fputc('\n', s->out);
    json_decref(root);
    findings_done(&f);
}
