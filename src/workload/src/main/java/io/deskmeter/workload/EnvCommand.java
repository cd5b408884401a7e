package io.deskmeter.workload;

import java.util.List;
import java.util.Set;

/**
 * A command that begins with {@code env}, which sets variables or the folder, and starts a program. See env(1) of GNU
 * coreutils.
 */
final class EnvCommand {
    /** Options whose value is the next word; written with {@code =} it is part of the word. */
    private static final Set<String> WITH_VALUE = Set.of("-u", "--unset", "-C", "--chdir");

    private static final String END_OF_OPTIONS = "--";

    private EnvCommand() {}

    /** The program that it starts; {@code env} itself if there is none. */
    static String program(List<String> command) {
        boolean options = true;
        for (int i = 1; i < command.size(); i++) {
            String word = command.get(i);
            if (options && word.equals(END_OF_OPTIONS)) {
                options = false;
            } else if (options && WITH_VALUE.contains(word)) {
                i++;
            } else if (!(options && word.startsWith("-")) && !word.contains("=")) {
                return word;
            } else {
                options &= word.startsWith("-");
            }
        }
        return command.get(0);
    }
}
