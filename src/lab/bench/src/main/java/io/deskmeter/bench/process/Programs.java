package io.deskmeter.bench.process;

import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;

/** Programs that benchmarks use where they are installed. */
public final class Programs {
    /** Also where only root looks. */
    public static final SearchPath PATH =
            new SearchPath(System.getenv().getOrDefault("PATH", "/usr/bin:/bin") + ":/usr/sbin:/sbin");

    private Programs() {}

    public static boolean isInstalled(String program) {
        try {
            PATH.find(program);
            return true;
        } catch (ProgramException e) {
            return false;
        }
    }
}
