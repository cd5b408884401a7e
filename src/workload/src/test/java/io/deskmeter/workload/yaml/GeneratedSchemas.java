package io.deskmeter.workload.yaml;

import io.deskmeter.workload.yaml.grammar.Definitions;
import io.deskmeter.workload.yaml.profile.WorkloadProfileGrammar;
import io.deskmeter.workload.yaml.run.RunProfileGrammar;
import io.deskmeter.workload.yaml.workload.WorkloadGrammar;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The JSON Schemas of the documents, as the grammar says them. */
final class GeneratedSchemas {
    private GeneratedSchemas() {}

    /** By the names of their documents. */
    static Map<String, Map<String, Object>> all() {
        Map<String, Map<String, Object>> all = new TreeMap<>();
        all.put(
                "workload",
                Definitions.document(
                        "workload",
                        "workload.yaml: one application and what a person does with it.",
                        new WorkloadGrammar("", Path.of("")).workload));
        all.put(
                "workload-profile",
                Definitions.document(
                        "workload profile",
                        "Which workloads a simulated user works, how often, and how fast.",
                        WorkloadProfileGrammar.WORKLOAD_PROFILE));
        all.put(
                "accounts",
                Definitions.document(
                        "set of accounts",
                        "Who logs on. Kept apart from profiles, which are passed on and printed.",
                        AccountSets.ACCOUNT_SET));
        all.put(
                "run-profile",
                Definitions.document(
                        "run profile", "All that a run needs to be repeated.", RunProfileGrammar.RUN_PROFILE));
        return all;
    }
}
