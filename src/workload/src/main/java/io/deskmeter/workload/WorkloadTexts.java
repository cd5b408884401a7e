package io.deskmeter.workload;

import io.deskmeter.workload.step.Handler;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.targets.Agentless;
import io.deskmeter.workload.targets.KeyboardLayout;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What workloads type. */
public final class WorkloadTexts {
    private WorkloadTexts() {}

    /**
     * All that a workload types, in its order, as steps; a text may be there more than once. Keys that not every
     * keyboard has are texts, too.
     */
    public static List<Step.Type> of(Workload workload) {
        return steps(workload).flatMap(WorkloadTexts::typed).toList();
    }

    /** The steps of its operations and of its handlers, in its order. */
    public static Stream<Step> steps(Workload workload) {
        Stream<Step> ofOperations = workload.operations().stream()
                .flatMap(operation -> operation.occurrences().stream())
                .flatMap(each -> Stream.concat(each.before().stream(), each.steps().stream()));
        Stream<Step> ofHandlers = workload.handlers().stream().flatMap(handler -> handler.steps().stream());
        return Stream.concat(ofOperations, ofHandlers);
    }

    /** All that handlers type. */
    public static List<Step.Type> of(List<Handler> handlers) {
        return handlers.stream()
                .flatMap(handler -> handler.steps().stream())
                .flatMap(WorkloadTexts::typed)
                .toList();
    }

    /**
     * The characters that a workload presses as keys, such as the z of {@code ctrl+z}, each once; empty if there are
     * none. Those that not every keyboard has are {@linkplain #of texts}; the space is on the same key of all.
     *
     * @param layout of which they are characters: keys such as the s of {@code ctrl+s} are pressed on Greek keyboards,
     *     too, which do not type it. For a key that other layouts have elsewhere it is what this one types with it,
     *     such as the я for the z of {@code ctrl+z} on a Russian keyboard
     */
    public static String pressed(Workload workload, Optional<KeyboardLayout> layout) {
        return pressed(steps(workload), layout);
    }

    /** The same of handlers. */
    public static String pressed(List<Handler> handlers, Optional<KeyboardLayout> layout) {
        return pressed(handlers.stream().flatMap(handler -> handler.steps().stream()), layout);
    }

    /** The same of what launches workloads without desktop agents, and logs off. */
    public static String pressed(Agentless agentless, Optional<KeyboardLayout> layout) {
        Stream<String> chords = agentless.launcher() instanceof Agentless.Launcher.Dialog dialog
                ? Stream.of(dialog.keys())
                : agentless.launcher() instanceof Agentless.Launcher.Menus menus
                        ? menus.byWorkload().values().stream()
                                .flatMap(List::stream)
                                .flatMap(choice -> choice instanceof Agentless.Choice.Keys keys
                                        ? Stream.of(keys.chord())
                                        : Stream.of())
                        : Stream.of();
        return pressed(
                Stream.concat(chords.map(chord -> new Step.Keys(List.of(chord))), agentless.logoff().stream()), layout);
    }

    private static String pressed(Stream<Step> steps, Optional<KeyboardLayout> layout) {
        return steps.flatMap(step -> step instanceof Step.Keys keys ? keys.characters() : Stream.of())
                .filter(character -> character.codePointAt(0) > ' ' && character.codePointAt(0) <= '~')
                .flatMap(character -> layout.isEmpty()
                        ? Stream.of(character)
                        : layout.get().typedByKeyOf(character.codePointAt(0)).stream()
                                .mapToObj(Character::toString))
                .distinct()
                .collect(Collectors.joining());
    }

    /** All that is typed to launch workloads without desktop agents, and to log off. */
    public static List<Step.Type> of(Agentless agentless, List<String> workloads) {
        Stream<Step> launching = agentless.launcher() instanceof Agentless.Launcher.Dialog dialog
                ? workloads.stream().map(id -> new Step.Type(agentless.typed(dialog, id)))
                : Stream.of();
        Stream<Step> ending = agentless.end().stream().map(Step.Type::new);
        return Stream.of(ending, launching, agentless.logoff().stream())
                .flatMap(steps -> steps)
                .flatMap(WorkloadTexts::typed)
                .toList();
    }

    /** What a step types; nothing if it types none. */
    public static Stream<Step.Type> typed(Step step) {
        if (step instanceof Step.Keys keys && !keys.rare().isEmpty()) {
            return Stream.of(new Step.Type(keys.rare()));
        }
        return step instanceof Step.Type type ? Stream.of(type) : Stream.empty();
    }
}
