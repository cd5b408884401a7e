package io.deskmeter.agent.setup;

import io.deskmeter.agent.platform.Registry;
import io.deskmeter.text.PeerText;
import io.deskmeter.workload.targets.Optimisation.ValueType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/** What is at a path. Two are equal if nobody could tell them apart; the time of the last change does not count. */
sealed interface PlaceValue {
    /** As the journal has it. */
    String encoded();

    /** In a word or two, for display. */
    String words();

    /** Nothing. */
    record Absent() implements PlaceValue {
        @Override
        public String encoded() {
            return "absent";
        }

        @Override
        public String words() {
            return "absent";
        }
    }

    /**
     * Who may do what with a file or folder.
     *
     * @param mode permissions, as {@code chmod} takes them
     */
    record Access(int mode, int user, int group) {
        private String encoded() {
            return Integer.toOctalString(mode) + ":" + user + ":" + group;
        }
    }

    /** A folder; what is in it are other places. */
    record Folder(Access access) implements PlaceValue {
        @Override
        public String encoded() {
            return "folder:" + access.encoded();
        }

        @Override
        public String words() {
            return "a folder";
        }
    }

    /** A symbolic link. */
    record Link(String target) implements PlaceValue {
        @Override
        public String encoded() {
            return "link:" + target;
        }

        @Override
        public String words() {
            return "a link to " + target;
        }
    }

    /** A file with its content, whose bytes nobody changes. */
    @SuppressWarnings("ArrayRecordComponent") // equality is written out
    record Content(Access access, byte[] bytes) implements PlaceValue {
        @Override
        public String encoded() {
            return "file:" + access.encoded() + ":" + Base64.getEncoder().encodeToString(bytes);
        }

        @Override
        public String words() {
            return "a file of " + bytes.length + " bytes";
        }

        String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Content content
                    && access.equals(content.access)
                    && Arrays.equals(bytes, content.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }

    /** A key of the registry; what is in it are other places. */
    record RegistryKey() implements PlaceValue {
        @Override
        public String encoded() {
            return "registry-key";
        }

        @Override
        public String words() {
            return "a key";
        }
    }

    /** A value of the registry; the types of those that are there before are not only the few that are set. */
    record RegistryData(Registry.Value value) implements PlaceValue {
        /** Longer values are shown by their length. */
        private static final int SHOWN = 64;

        @Override
        public String encoded() {
            return "registry-value:" + value.type() + ":" + Base64.getEncoder().encodeToString(value.bytes());
        }

        @Override
        public String words() {
            int type = value.type();
            byte[] bytes = value.bytes();
            if (type == ValueType.DWORD.number() && bytes.length == Integer.BYTES) {
                return "dword "
                        + Integer.toUnsignedString(ByteBuffer.wrap(bytes)
                                .order(ByteOrder.LITTLE_ENDIAN)
                                .getInt());
            }
            if (type == ValueType.STRING.number() && bytes.length <= SHOWN) {
                String text = new String(bytes, StandardCharsets.UTF_16LE);
                // A string of the registry ends with a character 0, as a rule.
                return "string " + PeerText.line(text.endsWith("\0") ? text.substring(0, text.length() - 1) : text);
            }
            if (type == ValueType.BINARY.number() && bytes.length <= SHOWN) {
                return "binary " + HexFormat.of().withUpperCase().formatHex(bytes);
            }
            return "a value of type " + type + " of " + bytes.length + " bytes";
        }
    }

    /** A device, a socket, or a file that is too large to be a setting. It is never replaced. */
    record Foreign(String what) implements PlaceValue {
        @Override
        public String encoded() {
            throw new IllegalStateException(what + " (expected: a value that can be written; this is a bug)");
        }

        @Override
        public String words() {
            return what;
        }
    }

    /**
     * The value of {@link #encoded}.
     *
     * @throws IllegalArgumentException if it is none
     */
    static PlaceValue decode(String encoded) {
        String[] parts = encoded.split(":", 2);
        return switch (parts[0]) {
            case "absent" -> new Absent();
            case "link" -> new Link(parts[1]);
            case "folder" -> new Folder(access(parts[1].split(":", 3)));
            case "file" -> {
                String[] fields = parts[1].split(":", 4);
                yield new Content(access(fields), Base64.getDecoder().decode(fields[3]));
            }
            case "registry-key" -> new RegistryKey();
            case "registry-value" -> {
                String[] fields = parts[1].split(":", 2);
                yield new RegistryData(new Registry.Value(
                        Integer.parseInt(fields[0]), Base64.getDecoder().decode(fields[1])));
            }
            default ->
                throw new IllegalArgumentException("value: " + parts[0]
                        + " (expected: absent, link, folder, file, registry-key or registry-value)");
        };
    }

    private static Access access(String[] fields) {
        return new Access(Integer.parseInt(fields[0], 8), Integer.parseInt(fields[1]), Integer.parseInt(fields[2]));
    }
}
