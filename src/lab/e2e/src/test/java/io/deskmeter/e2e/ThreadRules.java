package io.deskmeter.e2e;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** What counts as making threads, pools or timers. */
final class ThreadRules {
    private static final Set<String> THREADS = Set.of(
            "java.lang.Thread",
            "java.util.Timer",
            "java.util.concurrent.ForkJoinPool",
            "java.util.concurrent.ThreadPoolExecutor",
            "java.util.concurrent.ScheduledThreadPoolExecutor");

    static final ArchCondition<JavaClass> MAKE_THREADS =
            new ArchCondition<>("make threads, pools or timers themselves") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    Stream.concat(
                                    Stream.concat(
                                            type.getMethodCallsFromSelf().stream(),
                                            type.getConstructorCallsFromSelf().stream()),
                                    Stream.concat(
                                            type.getMethodReferencesFromSelf().stream(),
                                            type.getConstructorReferencesFromSelf().stream()))
                            .filter(ThreadRules::makes)
                            .forEach(access ->
                                    events.add(SimpleConditionEvent.satisfied(access, access.getDescription())));
                }
            };

    private ThreadRules() {}

    private static boolean makes(JavaCodeUnitAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getName();
        if (owner.equals(Executors.class.getName())) {
            return !name.equals("callable");
        }
        if (THREADS.contains(owner)) {
            return name.equals("<init>") || name.equals("commonPool");
        }
        // Without an executor it runs on the common pool.
        return owner.equals(CompletableFuture.class.getName())
                && name.endsWith("Async")
                && access.getTarget().getRawParameterTypes().stream()
                        .noneMatch(type -> type.isEquivalentTo(Executor.class));
    }
}
