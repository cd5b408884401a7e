package io.deskmeter.agent.authoring;

import io.deskmeter.agent.lint.LintFinding;
import io.deskmeter.agent.lint.LintFinding.Severity;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Findings for other programs. The names of fields do not change. */
final class FindingsJson {
    private FindingsJson() {}

    static void print(Collection<String> checked, List<LintFinding> findings, PrintWriter out) {
        long errors = findings.stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .count();
        out.println("{");
        out.println("  \"workloads\": ["
                + checked.stream().map(FindingsJson::quoted).collect(Collectors.joining(", ")) + "],");
        out.println("  \"errors\": " + errors + ",");
        out.println("  \"warnings\": " + (findings.size() - errors) + ",");
        out.println("  \"findings\": [");
        for (Iterator<LintFinding> all = findings.iterator(); all.hasNext(); ) {
            out.println("    {" + fields(all.next()) + (all.hasNext() ? "}," : "}"));
        }
        out.println("  ]");
        out.println("}");
    }

    private static String fields(LintFinding finding) {
        return "\"severity\": " + quoted(finding.severity().label())
                + ", \"rule\": " + quoted(finding.rule())
                + ", \"workload\": " + quoted(finding.workload())
                + ", \"file\": " + quoted(finding.file())
                + (finding.line() == 0 ? "" : ", \"line\": " + finding.line())
                + ", \"path\": " + quoted(finding.path())
                + ", \"operation\": " + quoted(finding.operation())
                + ", \"value\": " + quoted(finding.value())
                + ", \"why\": " + quoted(finding.why())
                + ", \"remedy\": " + quoted(finding.remedy());
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < 0x20) {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
