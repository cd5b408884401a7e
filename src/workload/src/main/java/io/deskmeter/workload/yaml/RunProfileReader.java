package io.deskmeter.workload.yaml;

import io.deskmeter.workload.RunProfile;
import io.deskmeter.workload.RunProfile.Evidence;
import io.deskmeter.workload.Target;
import io.deskmeter.workload.Thresholds;
import io.deskmeter.workload.WorkloadProfile;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a run profile. */
final class RunProfileReader {
    static final Target DEFAULT_TARGET = new Target.LocalDesktops(1280, 800);
    static final Duration DEFAULT_LOGON_INTERVAL = Duration.ofSeconds(2);

    private static final Set<String> KEYS =
            Set.of("id", "title", "workloads", "target", "load", "thresholds", "evidence", "logonInterval");
    private static final Pattern DESKTOP = Pattern.compile("([0-9]{1,4})x([0-9]{1,4})");

    private final References references;

    RunProfileReader(References references) {
        this.references = references;
    }

    /**
     * @param defaultId where the document gives none
     */
    RunProfile read(Value root, String defaultId) {
        Fields fields = root.fields("a run profile", KEYS);
        String id = fields.optional("id", of -> of.text(Words.NAME, Words.NAME_FORM), defaultId);
        if (!fields.has("id") && root.isMap() && !Words.NAME.matcher(id).matches()) {
            root.problem("`id` is missing, and `" + id + "` cannot stand for it (expected: " + Words.NAME_FORM + ")");
        }
        return new RunProfile(
                id,
                fields.optional("title", of -> of.text(Words.TITLE, Words.TITLE_FORM), id),
                fields.required("workloads", of -> workloads(of, id), WorkloadProfileReader.PLACEHOLDER),
                fields.optional("target", RunProfileReader::target, DEFAULT_TARGET),
                fields.required("load", LoadReader::read, LoadReader.PLACEHOLDER),
                fields.optional("thresholds", RunProfileReader::thresholds, Thresholds.DEFAULT),
                fields.optional("evidence", of -> of.choice(Words.of(Evidence.class), Evidence.SLOW), Evidence.SLOW),
                fields.optional("logonInterval", Limits::pause, DEFAULT_LOGON_INTERVAL));
    }

    private WorkloadProfile workloads(Value value, String runProfileId) {
        return value.isText()
                ? references.profile(value)
                : new WorkloadProfileReader(references).read(value, runProfileId);
    }

    private static Target target(Value value) {
        Fields fields = value.fields("a target", Set.of("local"));
        return fields.required("local", RunProfileReader::local, DEFAULT_TARGET);
    }

    private static Target local(Value value) {
        Fields fields = value.fields("local desktops", Set.of("desktop"));
        return fields.optional("desktop", RunProfileReader::desktop, DEFAULT_TARGET);
    }

    private static Target desktop(Value value) {
        Matcher size = DESKTOP.matcher(value.string().orElse(""));
        if (size.matches()) {
            int width = Integer.parseInt(size.group(1));
            int height = Integer.parseInt(size.group(2));
            if (width >= 320 && width <= 7680 && height >= 200 && height <= 4320) {
                return new Target.LocalDesktops(width, height);
            }
        }
        value.expected("width and height in pixels as `1280x800`, from 320x200 to 7680x4320");
        return DEFAULT_TARGET;
    }

    private static Thresholds thresholds(Value value) {
        Fields fields = value.fields("the thresholds", Set.of("A", "B"));
        return new Thresholds(
                fields.optional("A", Limits::timeout, Thresholds.DEFAULT.a()),
                fields.optional("B", Limits::timeout, Thresholds.DEFAULT.b()));
    }
}
