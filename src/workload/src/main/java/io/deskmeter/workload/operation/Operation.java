package io.deskmeter.workload.operation;

import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One thing a user waits for.
 *
 * @param id unique within its workload
 * @param group which threshold judges it
 * @param occurrences what happens each time it is worked within one iteration; as many as {@code times} says, at least
 *     one. {@code ${n}} in the YAML has been replaced by the occurrence's number, counted from 1
 * @param plays the clip that it plays
 */
public record Operation(String id, Group group, List<Occurrence> occurrences, Optional<Plays> plays) {
    public Operation {
        occurrences = List.copyOf(occurrences);
    }

    /** One that plays no clip. */
    public Operation(String id, Group group, List<Occurrence> occurrences) {
        this(id, group, occurrences, Optional.empty());
    }

    /** The landmarks that it names: of the clip, and of each occurrence in turn; one may come twice. */
    public Stream<String> landmarks() {
        return Stream.concat(
                plays.stream().map(Plays::landmark), occurrences.stream().flatMap(Occurrence::landmarks));
    }

    /** The gesture among its measured steps, the same in each of its occurrences. */
    public Optional<Step.Gesture> gesture() {
        return occurrences.stream().findFirst().flatMap(Occurrence::gesture);
    }

    /**
     * One working of an operation.
     *
     * @param before unmeasured steps that bring the application into position, may be empty
     * @param steps the measured input; the clock starts immediately before its first event leaves
     * @param until what ends the operation
     */
    public record Occurrence(List<Step> before, List<Step> steps, Until until) {
        public Occurrence {
            before = List.copyOf(before);
            steps = List.copyOf(steps);
        }

        /**
         * The landmarks that its steps and its condition name, in the order in which they are needed; one may come
         * twice.
         */
        public Stream<String> landmarks() {
            return Stream.concat(
                    Stream.concat(before.stream(), steps.stream()).flatMap(Step::landmarks),
                    until.condition().landmarks());
        }

        /** The gesture among the measured steps; there is at most one. */
        public Optional<Step.Gesture> gesture() {
            return steps.stream()
                    .filter(Step.Gesture.class::isInstance)
                    .map(Step.Gesture.class::cast)
                    .findFirst();
        }

        /** Whether the measured input launches the application. */
        public boolean launches() {
            return hasLaunch(steps);
        }

        /** Whether an unmeasured step launches the application. */
        public boolean launchesBefore() {
            return hasLaunch(before);
        }

        private static boolean hasLaunch(List<Step> steps) {
            return steps.stream().anyMatch(Step.Launch.class::isInstance);
        }
    }
}
