package io.deskmeter.workload.yaml.workload;

import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Handler;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.targets.TargetHandlers;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.MapType;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import io.deskmeter.workload.yaml.picture.NamedPictures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The keys of what is done about windows that may come at any time, in a workload and in a target. */
public final class HandlerGrammar {
    private static final String HANDLERS = "handlers";
    private static final int MOST_TIMES = 100;

    /** Of the pictures of one target, together with a calibration: a run profile stays below the size of a document. */
    private static final int MOST_PICTURES_BYTES = 128 << 10;

    private static final Condition.Appears NOTHING = new Condition.Appears("");

    private static final Key<Handler, Integer> AT_MOST = Key.byDefault(
                    "atMost", Types.integer(1, MOST_TIMES), Handler.USUALLY_AT_MOST, Handler::atMost)
            .help("how often it is used in one operation, and in the logon");

    /** Those of a target, which brings the pictures with it. */
    public static final Type<TargetHandlers> OF_TARGET = Type.of(
            "a list of handlers",
            d -> of(new NamedPictures(List.of())).handlers.schema(d),
            HandlerGrammar::ofTarget,
            handlers -> of(new NamedPictures(handlers.pictures())).handlers.write(handlers.handlers()));

    final MapType<Handler> handler;
    final Type<List<Handler>> handlers;

    /** Of a document that names pictures so. */
    HandlerGrammar(Type<String> landmarks) {
        ConditionGrammar conditions = new ConditionGrammar(landmarks);
        StepGrammar steps = new StepGrammar(landmarks, false, conditions.until);
        Key<Handler, Condition.Appears> when = Key.required("when", conditions.window, NOTHING, Handler::when)
                .help("the picture of the window is on the screen");
        Key<Handler, List<Step>> input = Key.required("do", steps.input(), List.of(), Handler::steps)
                .help(
                        "the input that dismisses the window: `keys`, `type`, `click`, `doubleClick`, `rightClick`, `scroll`, `wait`; at least one step"
                                + " that is no `wait`");
        handler = MapType.of(
                "a handler",
                fields -> new Handler(when.in(fields), input.in(fields), AT_MOST.in(fields)),
                when,
                input,
                AT_MOST);
        handlers = Types.list(HANDLERS, handler).readBy(this::read).called("a list of handlers");
    }

    private static HandlerGrammar of(NamedPictures pictures) {
        return new HandlerGrammar(pictures.names());
    }

    private List<Handler> read(Value value) {
        List<Handler> all = new ArrayList<>();
        Map<Condition.Appears, Integer> lines = new HashMap<>();
        for (Value item : value.items(HANDLERS)) {
            Handler read = handler.read(item);
            Integer first = lines.putIfAbsent(read.when(), item.line());
            if (first != null && !read.landmark().isEmpty()) {
                item.problem("a second handler of " + read.landmark() + " (expected: one of each; the first is in line "
                        + first + ")");
            }
            all.add(read);
        }
        return all;
    }

    private static TargetHandlers ofTarget(Value value) {
        NamedPictures pictures = new NamedPictures(List.of());
        List<Handler> handlers = of(pictures).handlers.read(value);
        int bytes = pictures.pictures().stream()
                .mapToInt(picture -> picture.png().length() / 4 * 3)
                .sum();
        if (bytes > MOST_PICTURES_BYTES) {
            value.problem(bytes / 1024 + " KiB of pictures (expected: at most " + MOST_PICTURES_BYTES / 1024
                    + " KiB together; hint: cut out the title of each window)");
        }
        return new TargetHandlers(handlers, pictures.pictures());
    }
}
