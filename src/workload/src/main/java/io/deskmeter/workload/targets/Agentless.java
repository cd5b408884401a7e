package io.deskmeter.workload.targets;

import io.deskmeter.workload.step.ScreenRect;
import io.deskmeter.workload.step.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How sessions without a desktop agent are driven: all of it through the display.
 *
 * @param content folder on the desktop's machine with what the sessions launch, as {@code deskmeter workload export}
 *     writes it; empty if the launcher does not name it
 * @param ready when the desktop can be used after a logon
 * @param launcher how applications are launched
 * @param logoff input that logs the user off: keys, text and pauses; empty: the display is only closed
 */
public record Agentless(String content, Sign ready, Launcher launcher, List<Step> logoff) {
    /** How long a desktop must rest to be usable. */
    public static final Duration READY_REST = Duration.ofSeconds(2);

    /** How long a run dialog must rest to accept text. */
    public static final Duration DIALOG_REST = Duration.ofMillis(500);

    /** What is typed into a run dialog where the target names nothing else. */
    public static final String COMMAND = "sh ${content}/${workload}/launch.sh";

    /** Ends an application that an earlier session has left open, where the exported scripts launch it. */
    private static final String END = "sh ${content}/end.sh";

    public Agentless {
        logoff = List.copyOf(logoff);
    }

    /** What is typed into a run dialog to launch a workload. */
    public String typed(Launcher.Dialog dialog, String workload) {
        return dialog.command().replace("${content}", content).replace("${workload}", workload);
    }

    /**
     * What is typed into a run dialog to end what an earlier session has left open; empty where it does not run the
     * exported scripts.
     */
    public Optional<String> end() {
        return launcher instanceof Launcher.Dialog dialog && dialog.command().equals(COMMAND)
                ? Optional.of(END.replace("${content}", content))
                : Optional.empty();
    }

    /** Every picture that it names. */
    public List<Picture> pictures() {
        List<Picture> pictures = new ArrayList<>();
        add(ready, pictures);
        if (launcher instanceof Launcher.Dialog dialog) {
            add(dialog.opened(), pictures);
        } else if (launcher instanceof Launcher.Icons icons) {
            pictures.addAll(icons.byWorkload().values());
        } else if (launcher instanceof Launcher.Menus menus) {
            menus.byWorkload()
                    .values()
                    .forEach(choices -> choices.forEach(choice -> {
                        if (choice instanceof Choice.Click click) {
                            pictures.add(click.picture());
                        }
                    }));
        }
        return List.copyOf(pictures);
    }

    private static void add(Sign sign, List<Picture> to) {
        if (sign instanceof Sign.Landmark landmark) {
            to.add(landmark.picture());
        }
    }

    /** How to see that something is ready for input. */
    public sealed interface Sign {
        /**
         * Nothing changes for a while.
         *
         * @param except parts of the screen that do not count: a clock never rests
         */
        record Rest(Duration quiet, List<ScreenRect> except) implements Sign {
            public Rest {
                except = List.copyOf(except);
            }

            /** Nothing on the whole screen. */
            public Rest(Duration quiet) {
                this(quiet, List.of());
            }
        }

        /** A picture is on the screen. */
        record Landmark(Picture picture) implements Sign {}
    }

    /** How applications are launched. */
    public sealed interface Launcher {
        /**
         * A dialog that runs the command that is typed into it.
         *
         * @param keys that open it
         * @param opened how to see that it accepts text
         * @param command with <code>${content}</code> and <code>${workload}</code>
         */
        record Dialog(String keys, Sign opened, String command) implements Launcher {}

        /** Icons on the desktop, by workload: a double click launches. */
        record Icons(Map<String, Picture> byWorkload) implements Launcher {
            public Icons {
                byWorkload = Collections.unmodifiableMap(new TreeMap<>(byWorkload));
            }
        }

        /** The way through menus, by workload; the last choice launches. */
        record Menus(Map<String, List<Choice>> byWorkload) implements Launcher {
            public Menus {
                byWorkload = Collections.unmodifiableMap(new TreeMap<>(byWorkload));
            }
        }

        /** Whether it can launch this workload. */
        default boolean launches(String workload) {
            return this instanceof Dialog
                    || (this instanceof Icons icons && icons.byWorkload().containsKey(workload))
                    || (this instanceof Menus menus && menus.byWorkload().containsKey(workload));
        }
    }

    /** One choice in a menu. */
    public sealed interface Choice {
        /** A click on a picture, as soon as it is on the screen. */
        record Click(Picture picture) implements Choice {}

        /** A key combination. */
        record Keys(String chord) implements Choice {}
    }

    /**
     * A picture that belongs to the target.
     *
     * @param name for messages: usually its file
     * @param png the file, in Base64
     */
    public record Picture(String name, String png) {
        /** What steps and conditions call it; no landmark of a workload has this name. */
        public String landmark() {
            return "target:" + name + ":" + Integer.toHexString(png.hashCode());
        }
    }
}
