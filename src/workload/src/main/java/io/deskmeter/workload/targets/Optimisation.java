package io.deskmeter.workload.targets;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * A setting of a measured machine that makes its results repeat better, or leaves more of it to sessions. Data: what it
 * does is its {@link Change}.
 *
 * @param id unique in a set
 * @param system of the machines that have it
 * @param reason what the machine does without it
 * @param profile the smallest profile that has it
 * @param byDefault the value of a machine on which nobody has changed it
 * @param risk what you lose
 * @param basis how its value is known
 * @param appliesTo paths of which one must exist, on Windows in the registry; none if it applies everywhere
 * @param overruledBy paths with which the change has no effect if one of them exists, on Windows in the registry
 */
public record Optimisation(
        String id,
        OperatingSystem system,
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

    /** The system whose machines a setting is for. */
    public enum OperatingSystem {
        LINUX,
        WINDOWS;

        /** As it is written, and as the agent names its platform. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
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

    /** A tree of the registry. */
    public enum Hive {
        /** That of the machine. */
        HKLM(Scope.MACHINE),
        /** That of the user. */
        HKCU(Scope.USER);

        private final Scope scope;

        Hive(Scope scope) {
            this.scope = scope;
        }

        /** Whose settings are in it. */
        public Scope scope() {
            return scope;
        }
    }

    /** The types of values that can be wanted; others can be there before. */
    public enum ValueType {
        /** Text. */
        STRING(1),
        /** Bytes. */
        BINARY(3),
        /** A whole number of 32 bits. */
        DWORD(4);

        private final int number;

        ValueType(int number) {
            this.number = number;
        }

        /** As the system counts types. */
        public int number() {
            return number;
        }

        /** As it is written. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A value of the registry of Windows.
     *
     * @param key below the hive, its parts separated by backslashes
     * @param value text; digits of a number; or pairs of hexadecimal digits
     */
    public record RegistryValue(Hive hive, String key, String name, ValueType type, String value) implements Change {
        /** Stands between the names of a key and of a value: parts of keys are never empty. */
        public static final String BEFORE_NAME = "\\\\";

        @Override
        public String kind() {
            return "registry";
        }

        @Override
        public String wanted() {
            return path() + " = " + type.word() + " " + value;
        }

        /** Key and name, as one text. */
        public String path() {
            return hive + "\\" + key + BEFORE_NAME + name;
        }

        /** As the registry keeps it. */
        public byte[] bytes() {
            return switch (type) {
                case STRING -> (value + "\0").getBytes(StandardCharsets.UTF_16LE);
                case BINARY -> HexFormat.of().parseHex(value);
                case DWORD ->
                    ByteBuffer.allocate(Integer.BYTES)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putInt((int) Long.parseLong(value))
                            .array();
            };
        }
    }
}
