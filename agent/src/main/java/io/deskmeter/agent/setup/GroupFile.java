package io.deskmeter.agent.setup;

import java.util.ArrayList;
import java.util.List;

/** Texts with groups in brackets, and keys and values in them: desktop entries, and settings of KDE. */
final class GroupFile {
    private GroupFile() {}

    /** The text with a key set, in its place if it is there; all other lines as they are. */
    static String with(String text, String group, String key, String value) {
        List<String> lines = new ArrayList<>(text.lines().toList());
        int begin = lines.indexOf("[" + group + "]");
        String line = key + "=" + value;
        if (begin < 0) {
            lines.add("[" + group + "]");
            lines.add(line);
        } else {
            int end = end(lines, begin);
            int last = begin;
            boolean there = false;
            for (int i = begin + 1; i < end; i++) {
                if (isKey(lines.get(i), key)) {
                    lines.set(i, line);
                    there = true;
                }
                last = lines.get(i).isBlank() ? last : i;
            }
            if (!there) {
                lines.add(last + 1, line);
            }
        }
        return String.join("\n", lines) + "\n";
    }

    /**
     * Whether the text forbids users, and with them this program, to decide: {@code [$i]} behind a group or a key, as
     * KDE has it.
     */
    static boolean isImmutable(String text, String group, String key) {
        List<String> lines = text.lines().toList();
        if (lines.contains("[$i]") || lines.contains("[" + group + "][$i]")) {
            return true;
        }
        int begin = lines.indexOf("[" + group + "]");
        return begin >= 0
                && lines.subList(begin, end(lines, begin)).stream().anyMatch(line -> isKey(line, key + "[$i]"));
    }

    private static int end(List<String> lines, int begin) {
        for (int i = begin + 1; i < lines.size(); i++) {
            if (lines.get(i).startsWith("[")) {
                return i;
            }
        }
        return lines.size();
    }

    private static boolean isKey(String line, String key) {
        int equals = line.indexOf('=');
        return equals > 0 && line.substring(0, equals).strip().equals(key);
    }
}
