package io.deskmeter.workload.targets;

import java.util.List;
import java.util.Locale;

/**
 * A setting of a measured machine that makes its results repeat better, or leaves more of it to sessions. Data: what it
 * does is its {@link Change}.
 *
 * @param id unique in a set
 * @param reason what the machine does without it
 * @param profile the smallest profile that has it
 * @param byDefault the value of a machine on which nobody has changed it
 * @param risk what you lose
 * @param basis how its value is known
 * @param appliesTo paths of which one must exist; none if it applies everywhere
 * @param overruledBy paths with which the change has no effect if one of them exists
 */
public record Optimisation(
        String id,
        String reason,
        Profile profile,
        Scope scope,
        String byDefault,
        String risk,
        Basis basis,
        List<String> appliesTo,
        List<String> overruledBy,
        Change change) {

    public Optimisation {
        appliesTo = List.copyOf(appliesTo);
        overruledBy = List.copyOf(overruledBy);
    }

    /** How much of a machine is set. Each has what those before it have. */
    public enum Profile {
        /** Nothing. */
        NONE,
        /** What makes results differ from run to run. */
        MEASURE,
        /** Also what costs capacity. */
        DENSITY;

        /** As it is written. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** For whom a setting holds. */
    public enum Scope {
        /** All users; only administrators may change it. */
        MACHINE,
        /** The user who applies it. */
        USER;

        /** As it is written. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How the authors know that a value has its effect. */
    public enum Basis {
        /** Names of files and keys were seen in the programs that read them. */
        TRIED,
        /** From documentation; not tried. */
        DOCUMENTED;

        /** As it is written. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What is changed. Paths are absolute on the machine; those of a user begin with {@code ~/}. */
    public sealed interface Change {
        /** The kind of change, as documents write it. */
        String kind();

        /** What is wanted, in a line. */
        String wanted();
    }

    /**
     * A unit of systemd that nobody can start.
     *
     * @param ofSessions whether the service managers of users start it, and not that of the machine
     */
    public record MaskedUnit(String unit, boolean ofSessions) implements Change {
        @Override
        public String kind() {
            return ofSessions ? "session-unit" : "unit";
        }

        @Override
        public String wanted() {
            return unit + " masked";
        }
    }

    /**
     * A file with this content.
     *
     * @param replaces whether another file of this name is replaced; otherwise it overrules
     */
    public record WholeFile(String path, String content, boolean replaces) implements Change {
        @Override
        public String kind() {
            return "file";
        }

        @Override
        public String wanted() {
            return path;
        }
    }

    /**
     * One key of a file with groups in brackets, as desktop entries and the settings of KDE are; all else in the file
     * stays.
     */
    public record GroupKey(String path, String group, String key, String value) implements Change {
        @Override
        public String kind() {
            return "key";
        }

        @Override
        public String wanted() {
            return path + ": [" + group + "] " + key + "=" + value;
        }
    }
}
