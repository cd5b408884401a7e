package io.deskmeter.agent.platform.windows;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Arrays;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs test classes, given by their names, in this process; prints a line for each test, and ends with 1 if one fails.
 */
final class CasesMain {
    private CasesMain() {}

    public static void main(String[] args) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(Arrays.stream(args).map(name -> selectClass(name)).toList())
                .build();
        Printer printer = new Printer();
        LauncherFactory.create().execute(request, printer);
        System.out.printf("%d passed, %d not%n", printer.passed, printer.others);
        System.exit(printer.others == 0 && printer.passed > 0 ? 0 : 1);
    }

    private static final class Printer implements TestExecutionListener {
        private int passed;
        private int others;

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            others++;
            System.out.println("SKIPPED " + test.getUniqueId() + ": " + reason);
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            boolean ok = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
            if (test.isContainer() && ok) {
                return;
            }
            passed += ok ? 1 : 0;
            others += ok ? 0 : 1;
            System.out.println((ok ? "passed " : result.getStatus() + " ") + test.getUniqueId());
            result.getThrowable().ifPresent(failure -> {
                System.out.println(failure);
                Arrays.stream(failure.getStackTrace())
                        .filter(frame -> frame.getClassName().startsWith("io.deskmeter"))
                        .forEach(frame -> System.out.println("    at " + frame));
            });
        }
    }
}
