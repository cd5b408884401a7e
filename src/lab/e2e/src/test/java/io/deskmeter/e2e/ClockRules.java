package io.deskmeter.e2e;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;

/** What counts as reading a clock. */
final class ClockRules {
    private static final Set<String> READERS = Set.of(
            "java.lang.System.nanoTime()",
            "java.lang.System.currentTimeMillis()",
            "java.time.Instant.now()",
            "java.lang.Thread.sleep(long)");

    static final ArchCondition<JavaClass> NOT_READ_A_CLOCK = new ArchCondition<>("not read a clock themselves") {
        @Override
        public void check(JavaClass type, ConditionEvents events) {
            for (JavaMethodCall call : type.getMethodCallsFromSelf()) {
                if (READERS.contains(call.getTarget().getFullName())) {
                    events.add(SimpleConditionEvent.violated(call, call.getDescription()));
                }
            }
        }
    };

    private ClockRules() {}
}
