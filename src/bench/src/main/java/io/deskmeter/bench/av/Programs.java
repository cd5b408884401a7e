package io.deskmeter.bench.av;

import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;

/** Programs that checks use where they are installed. */
final class Programs {
    static final SearchPath PATH =
            new SearchPath(System.getenv().getOrDefault("PATH", "/usr/bin:/bin") + ":/usr/sbin:/sbin");

    private Programs() {}

    static boolean isInstalled(String program) {
        try {
            PATH.find(program);
            return true;
        } catch (ProgramException e) {
            return false;
        }
    }
}
