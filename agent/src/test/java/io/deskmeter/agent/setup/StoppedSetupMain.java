package io.deskmeter.agent.setup;

import io.deskmeter.agent.platform.Platforms;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * {@code agent setup} that prints each thing before it does it to the disk or to the registry, and waits for its death
 * before the one of a number, from 1: the first argument. The others are those of the command.
 */
public final class StoppedSetupMain {
    /** What it prints before it waits. */
    public static final String WAITS = "waits for its death";

    private static int done;

    private StoppedSetupMain() {}

    public static void main(String[] args) {
        int last = Integer.parseInt(args[0]);
        WriteHook step = what -> {
            done++;
            System.out.println("step " + done + ": " + what);
            if (done == last) {
                System.out.println(WAITS);
                while (true) {
                    LockSupport.park();
                }
            }
        };
        System.exit(SetupCommand.commandLine(Platforms.here(), step).execute(Arrays.copyOfRange(args, 1, args.length)));
    }
}
