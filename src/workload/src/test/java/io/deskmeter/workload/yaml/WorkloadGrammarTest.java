package io.deskmeter.workload.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.operation.Operation.Occurrence;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import io.deskmeter.workload.yaml.Examples.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the words of the grammar become. */
class WorkloadGrammarTest {
    private static final String TITLE = "landmarks/title.png";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    @Test
    void anOperationWithDefaults() throws InvalidDocumentException {
        Operation open = operation("smallest");
        assertThat(open.id()).isEqualTo("open");
        assertThat(open.group()).isEqualTo(Group.B);
        assertThat(open.occurrences())
                .containsExactly(new Occurrence(
                        List.of(),
                        List.of(new Step.Launch()),
                        new Until(new Condition.Appears(TITLE), Duration.ofSeconds(30))));
    }

    @Test
    void everyKindOfStep() throws InvalidDocumentException {
        Occurrence modify = operation("steps").occurrences().get(0);
        assertThat(modify.steps())
                .containsExactly(
                        new Step.Click(new Step.Place.At(10, 20), 1, 1),
                        new Step.Click(new Step.Place.On(TITLE, 0, 0), 1, 2),
                        new Step.Click(new Step.Place.On(TITLE, -5, 12), 3, 1),
                        new Step.Type("12:30 no 1"),
                        new Step.Drag(new Step.Place.At(0, 0), new Step.Place.On(TITLE, 0, 0), Duration.ofSeconds(1)),
                        new Step.Drag(new Step.Place.At(0, 0), new Step.Place.At(1, 1), Duration.ofMillis(300)),
                        new Step.Scroll(new Step.Place.At(5, 5), -3),
                        new Step.Wait(Duration.ofMillis(200)));
        assertThat(modify.until().condition())
                .isEqualTo(new Condition.Changes(new Region.Around(TITLE, 1, 40, -2, -7), 5));
    }

    /** No keyboard types it, and it has no UTF-8. */
    @Test
    void halfOfASurrogatePairIsNoText() {
        String text = """
                title: Half
                application: { linux: [x] }
                operations:
                  - { id: half, group: A, do: { type: "a\\uD800b" }, until: { changes: { screen: whole } } }
                """;
        assertThat(SampleCatalog.problemsOf(() -> new Examples(root).read(Kind.WORKLOAD, text)))
                .singleElement()
                .asString()
                .contains("operations[0].do.type", "text without halves of surrogate pairs");
    }

    @Test
    void occurrencesAreNumberedFromOne() throws InvalidDocumentException {
        Operation browse = operation("conditions");
        assertThat(browse.occurrences()).hasSize(2);
        Occurrence second = browse.occurrences().get(1);
        assertThat(second.steps()).containsExactly(new Step.Keys(List.of("PageDown", "ctrl+shift+plus", "ctrl+2")));
        assertThat(second.until().condition())
                .isEqualTo(new Condition.Any(List.of(
                        new Condition.Appears("landmarks/page-2.png"),
                        new Condition.All(List.of(
                                new Condition.Vanishes(TITLE), new Condition.Appears("landmarks/page-2.png"))))));
    }

    @Test
    void numbersAreComputedFromTheOccurrence() throws InvalidDocumentException {
        Occurrence second = operation("computed").occurrences().get(1);
        assertThat(second.before()).containsExactly(new Step.Run(List.of("echo", "4", "${content}")));
        assertThat(second.steps()).containsExactly(new Step.Type("from 1 to 3"), new Step.Keys(List.of("ctrl+6")));
        assertThat(second.until().condition()).isEqualTo(new Condition.Appears("landmarks/page-2.png"));
    }

    @Test
    void stepsBeforeMayAwait() throws InvalidDocumentException {
        Condition settled = new Condition.Settles(new Region.Whole(), 1, Duration.ofMillis(200));
        assertThat(operation("conditions").occurrences().get(0).before())
                .containsExactly(
                        new Step.Keys(List.of("ctrl+Home")),
                        new Step.Await(new Until(settled, Duration.ofSeconds(5))),
                        new Step.Wait(Duration.ZERO));
    }

    @Test
    void aChangeIsMoreThanACaretUnlessSaidOtherwise() throws InvalidDocumentException {
        assertThat(operation("settles").occurrences().get(0).until().condition())
                .isEqualTo(new Condition.Settles(new Region.Band(Region.Edge.BOTTOM, 30), 64, Duration.ofMillis(500)));
    }

    @Test
    void packagesAreOptional() throws InvalidDocumentException {
        assertThat(workload("platforms").packages()).containsExactly("libreoffice-writer", "fonts-liberation2");
        assertThat(workload("smallest").packages()).isEmpty();
    }

    private Operation operation(String example) throws InvalidDocumentException {
        return workload(example).operations().get(0);
    }

    private Workload workload(String example) throws InvalidDocumentException {
        String text = Examples.resource(Kind.WORKLOAD.name + "/valid/" + example + ".yaml");
        return (Workload) new Examples(root).read(Kind.WORKLOAD, text);
    }
}
