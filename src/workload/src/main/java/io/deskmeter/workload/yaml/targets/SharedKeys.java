package io.deskmeter.workload.yaml.targets;

import io.deskmeter.workload.step.ScreenRect;
import io.deskmeter.workload.targets.Hosts;
import io.deskmeter.workload.targets.NumberRanges;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.targets.TargetKeyboard;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.GrammarLimits;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The keys that several kinds of targets have. */
final class SharedKeys {
    private static final Size DEFAULT_SIZE = new Size(1280, 800);
    static final Hosts NO_HOSTS = new Hosts(List.of(), List.of());
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,4})x([0-9]{1,4})");
    private static final Pattern HOST = Pattern.compile("(?=.{1,300}$)(\\[[0-9A-Fa-f:.]{2,45}\\]"
            + "|([A-Za-z0-9_]|\\{[0-9]{1,9}\\.\\.[0-9]{1,9}\\})([A-Za-z0-9._-]|\\{[0-9]{1,9}\\.\\.[0-9]{1,9}\\})*)"
            + "(:[0-9]{1,5})?");
    private static final String HOST_FORM = "a host as `vdi-{01..40}.lab`, `10.0.0.7:5901` or `[fd00::7]:5901`";
    private static final Pattern CERTIFICATE_FORM =
            Pattern.compile("(any|system|sha256:[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){31}"
                    + "|file:(/|[A-Za-z]:[/\\\\])[^\\x00-\\x1f\\x7f]{1,1000})");
    private static final Type<String> CERTIFICATES = Types.text(
                    CERTIFICATE_FORM,
                    "system, a fingerprint as `sha256:0A:1B:…`, certificates as `file:/etc/lab-ca.pem`, or any")
            .called("`system`, `sha256:…`, `file:…` or `any`")
            .named("certificate");
    static final Type<String> ACCOUNT_SET = Types.text(
                    Keywords.NAME, "the name of a set of accounts, of letters, digits, `.`, `_` and `-`")
            .called("a name");
    static final String ACCOUNTS_HELP =
            "the name of a [set of accounts](#sets-of-accounts), which the controller keeps apart from profiles";

    static final Key<Target, Size> DESKTOP = Key.<Target, Size>byDefault(
                    "desktop",
                    Types.quantity(
                            "`320x200` to `" + ScreenRect.LARGEST_DESKTOP.width() + "x"
                                    + ScreenRect.LARGEST_DESKTOP.height() + "`",
                            SIZE.pattern(),
                            SharedKeys::size,
                            Size::toString),
                    DEFAULT_SIZE,
                    target -> new Size(target.width(), target.height()))
            .help("width and height of a session's desktop in pixels");
    static final Key<Target, Optional<String>> ACCOUNTS =
            Key.optional("accounts", ACCOUNT_SET, Target::accounts).help(ACCOUNTS_HELP);
    static final Key<Target, Optional<TargetKeyboard>> KEYBOARD_OF_VIEWER = Key.<Target, TargetKeyboard>optional(
                    "keyboard", KeyboardGrammar.OF_VIEWER, SharedKeys::keyboard)
            .help("the [keyboard](#keyboards) of the desktops")
            .otherwise("required if anything is typed");

    private SharedKeys() {}

    /** Those that all targets with hosts have in common stand between those of their own. */
    static <T extends Target> List<Key<? super T, ?>> keys(
            List<Key<? super T, ?>> first, List<Key<? super T, ?>> last) {
        List<Key<? super T, ?>> all = new ArrayList<>(first);
        all.addAll(AgentlessGrammar.ALL);
        all.addAll(last);
        return all;
    }

    static <T> Key<T, Hosts> hosts(int port, Function<T, Hosts> get) {
        Type<Hosts> type = Type.of(
                "a list of hosts",
                d -> Types.list("hosts", Types.text(HOST, HOST_FORM)).schema(d),
                value -> hosts(value, port),
                Hosts::written);
        return Key.required("hosts", type.named("hosts"), NO_HOSTS, get)
                .help("names or addresses, each with a port where it is not " + port + "; `{01..40}` stands for forty");
    }

    static <T> Key<T, Integer> usersPerHost(Function<T, Integer> get) {
        return Key.byDefault("usersPerHost", Types.integer(1, GrammarLimits.USERS_PER_HOST), 1, get)
                .help("sessions that a host takes at a time: 1 for single-user desktops, more for RDSH servers");
    }

    static <T> Key<T, String> certificate(Function<T, String> get) {
        return Key.byDefault("certificate", CERTIFICATES, Target.SYSTEM_CERTIFICATES, get)
                .help("[which certificates of the hosts are trusted](#certificates-of-hosts)");
    }

    static <T> Key<T, Optional<Integer>> jpegQuality(Function<T, OptionalInt> get, String when) {
        return Key.<T, Integer>optional(
                        "jpegQuality", Types.integer(0, Target.BEST_JPEG_QUALITY), of -> Types.optional(get.apply(of)))
                .help("JPEG quality of the pictures, from worst to best" + when)
                .otherwise("pictures without loss");
    }

    static Optional<TargetKeyboard> keyboard(Target target) {
        return Optional.of(target.keyboard()).filter(keyboard -> !keyboard.equals(TargetKeyboard.UNKNOWN));
    }

    private static Hosts hosts(Value value, int defaultPort) {
        List<String> written = new ArrayList<>();
        int before = value.problems().count();
        int all = 0;
        for (Value item : value.items("hosts")) {
            String text = item.text(HOST, HOST_FORM);
            all += text.isEmpty() ? 0 : number(item, text, defaultPort);
            written.add(text);
            // A short text can stand for thousands: no more of them are written out than a target may have.
            if (all > NumberRanges.MOST) {
                value.expected("at most " + NumberRanges.MOST + " in all");
            }
            if (all > NumberRanges.MOST || value.problems().isFull()) {
                return NO_HOSTS;
            }
        }
        return value.problems().count() > before ? NO_HOSTS : Hosts.of(written, defaultPort);
    }

    /** How many it stands for. */
    private static int number(Value item, String text, int defaultPort) {
        try {
            return Hosts.of(List.of(text), defaultPort).all().size();
        } catch (IllegalArgumentException e) {
            item.expected(String.valueOf(e.getMessage()));
            return 0;
        }
    }

    private static Size size(Value value) {
        Matcher size = SIZE.matcher(value.string().orElse(""));
        if (size.matches()) {
            int width = Integer.parseInt(size.group(1));
            int height = Integer.parseInt(size.group(2));
            if (width >= 320
                    && width <= ScreenRect.LARGEST_DESKTOP.width()
                    && height >= 200
                    && height <= ScreenRect.LARGEST_DESKTOP.height()) {
                return new Size(width, height);
            }
        }
        value.expected("width and height in pixels as `1280x800`, from 320x200 to 7680x4320");
        return DEFAULT_SIZE;
    }

    record Size(int width, int height) {
        ScreenRect screen() {
            return new ScreenRect(0, 0, width, height);
        }

        @Override
        public String toString() {
            return width + "x" + height;
        }
    }
}
