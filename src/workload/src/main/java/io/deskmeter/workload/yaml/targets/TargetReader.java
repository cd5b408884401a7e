package io.deskmeter.workload.yaml.targets;

import io.deskmeter.workload.step.ScreenRect;
import io.deskmeter.workload.targets.Calibration;
import io.deskmeter.workload.targets.Hosts;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.targets.Target.RdpHosts;
import io.deskmeter.workload.targets.Target.Through;
import io.deskmeter.workload.targets.TargetHandlers;
import io.deskmeter.workload.targets.TargetKeyboard;
import io.deskmeter.workload.targets.VncSecurity;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.document.Limits;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.profile.References;
import io.deskmeter.workload.yaml.workload.HandlerReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads where sessions live. */
public final class TargetReader {
    public static final Target DEFAULT = new Target.LocalDesktops(1280, 800);
    public static final int VNC_PORT = 5900;
    public static final int RDP_PORT = 3389;
    private static final int FIRST_USER_PORT = 1024;
    private static final int LAST_PORT = 65_535;

    /** Its key beside the kind of target. */
    static final String CALIBRATION = "calibration";

    private static final List<String> KINDS = List.of("local", "vnc", "rdp", "viewer");
    private static final Size DEFAULT_SIZE = new Size(1280, 800);
    private static final Hosts NO_HOSTS = new Hosts(List.of(), List.of());
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,4})x([0-9]{1,4})");
    private static final Pattern HOST = Pattern.compile("(\\[[0-9A-Fa-f:.]{2,45}\\]"
            + "|([A-Za-z0-9_]|\\{[0-9]{1,9}\\.\\.[0-9]{1,9}\\})([A-Za-z0-9._-]|\\{[0-9]{1,9}\\.\\.[0-9]{1,9}\\})*)"
            + "(:[0-9]{1,5})?");
    private static final String HOST_FORM = "a host as `vdi-{01..40}.lab`, `10.0.0.7:5901` or `[fd00::7]:5901`";
    private static final Pattern COMMAND = Pattern.compile("[^\\x00-\\x1f\\x7f]{1,1000}");
    private static final String COMMAND_FORM = "a command line, at most 1000 characters";
    static final String CERTIFICATE = "certificate";
    static final String SECURITY = "security";
    private static final Map<String, String> SECURITY_TYPES = VncSecurity.TYPES.stream()
            .collect(Collectors.toMap(type -> type, type -> type, (first, second) -> first, LinkedHashMap::new));

    private static final Pattern CERTIFICATE_FORM =
            Pattern.compile("any|system|sha256:[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){31}"
                    + "|file:(/|[A-Za-z]:[/\\\\])[^\\x00-\\x1f\\x7f]{1,1000}");

    private TargetReader() {}

    public static CalibratedTarget read(Value value, References references, List<String> workloads) {
        Fields fields = value.fields("a target", Keywords.with(KINDS, CALIBRATION, HandlerReader.HANDLERS));
        Target target = fields.exactlyOne(KINDS, "")
                .map(kind -> fields.required(kind, of -> read(kind, of), DEFAULT))
                .orElse(DEFAULT);
        return new CalibratedTarget(
                target,
                fields.optional(CALIBRATION, of -> calibration(of, references, workloads), Optional.empty()),
                fields.optional(HandlerReader.HANDLERS, HandlerReader::ofTarget, TargetHandlers.NONE));
    }

    private static Optional<Calibration> calibration(Value value, References references, List<String> workloads) {
        int before = value.problems().count();
        Optional<Calibration> calibration = CalibrationReader.read(value, references);
        if (value.problems().count() == before) {
            calibration.ifPresent(read -> references.checkCalibration(value, read, workloads));
        }
        return calibration;
    }

    /** A target, and what belongs to it. */
    public record CalibratedTarget(Target target, Optional<Calibration> calibration, TargetHandlers handlers) {}

    private static Target read(String kind, Value value) {
        return switch (kind) {
            case "local" -> local(value.fields("local desktops", Set.of("desktop", "through", "jpegQuality")));
            case "vnc" ->
                vnc(value.fields(
                        "VNC desktops",
                        AgentlessReader.keysWith(
                                "hosts",
                                "accounts",
                                "desktop",
                                "jpegQuality",
                                "soundPort",
                                KeyboardReader.KEYBOARD,
                                CERTIFICATE,
                                SECURITY)));
            case "rdp" ->
                rdp(value.fields(
                        "RDP hosts",
                        AgentlessReader.keysWith(
                                "hosts",
                                "usersPerHost",
                                "accounts",
                                "desktop",
                                "application",
                                KeyboardReader.KEYBOARD,
                                CERTIFICATE)));
            default ->
                viewer(value.fields(
                        "hosts shown by a viewer",
                        AgentlessReader.keysWith(
                                "command", "hosts", "usersPerHost", "accounts", "desktop", KeyboardReader.KEYBOARD)));
        };
    }

    private static Target local(Fields fields) {
        Size size = size(fields);
        Through through =
                fields.optional("through", of -> of.choice(Keywords.of(Through.class), Through.RFB), Through.RFB);
        return new Target.LocalDesktops(size.width(), size.height(), through, jpegQuality(fields, through));
    }

    private static Target vnc(Fields fields) {
        Size size = size(fields);
        Hosts hosts = fields.required("hosts", of -> hosts(of, VNC_PORT), NO_HOSTS);
        return new Target.VncDesktops(
                hosts,
                accounts(fields),
                AgentlessReader.read(fields, size.screen()),
                jpegQuality(fields, Through.RFB),
                soundPort(fields, hosts),
                fields.optional(KeyboardReader.KEYBOARD, KeyboardReader::read, TargetKeyboard.UNKNOWN),
                new VncSecurity(certificate(fields), securityTypes(fields)),
                size.width(),
                size.height());
    }

    /** One for each host, from this one on. */
    private static OptionalInt soundPort(Fields fields, Hosts hosts) {
        int last = LAST_PORT - Math.max(0, hosts.all().size() - 1);
        return fields.optional(
                "soundPort", of -> OptionalInt.of(of.integer(FIRST_USER_PORT, last)), OptionalInt.empty());
    }

    private static OptionalInt jpegQuality(Fields fields, Through through) {
        return fields.optional(
                "jpegQuality",
                of -> {
                    if (through != Through.RFB) {
                        of.expected("no such key, because `through` is not `rfb`");
                        return OptionalInt.empty();
                    }
                    return OptionalInt.of(of.integer(0, Target.BEST_JPEG_QUALITY));
                },
                OptionalInt.empty());
    }

    private static Target rdp(Fields fields) {
        Size size = size(fields);
        return new RdpHosts(
                fields.required("hosts", of -> hosts(of, RDP_PORT), NO_HOSTS),
                usersPerHost(fields),
                Optional.of(fields.required("accounts", TargetReader::name, "")),
                AgentlessReader.read(fields, size.screen()),
                optional(fields, "application", of -> of.text(COMMAND, COMMAND_FORM)),
                certificate(fields),
                keyboardOfViewer(fields),
                size.width(),
                size.height());
    }

    private static String certificate(Fields fields) {
        return fields.optional(
                CERTIFICATE,
                of -> of.text(
                        CERTIFICATE_FORM,
                        "system, a fingerprint as `sha256:0A:1B:…`, certificates as `file:/etc/lab-ca.pem`, or any"),
                Target.SYSTEM_CERTIFICATES);
    }

    private static List<String> securityTypes(Fields fields) {
        return fields.optional(
                SECURITY,
                of -> of.items("security types").stream()
                        .map(item -> item.choice(SECURITY_TYPES, VncSecurity.TYPES.get(0)))
                        .toList(),
                List.of());
    }

    private static Target viewer(Fields fields) {
        Size size = size(fields);
        return new Target.ViewerHosts(
                fields.required("command", TargetReader::command, List.of()),
                fields.required("hosts", of -> hosts(of, RDP_PORT), NO_HOSTS),
                usersPerHost(fields),
                accounts(fields),
                AgentlessReader.read(fields, size.screen()),
                keyboardOfViewer(fields),
                size.width(),
                size.height());
    }

    private static TargetKeyboard keyboardOfViewer(Fields fields) {
        return fields.optional(KeyboardReader.KEYBOARD, KeyboardReader::readOfViewer, TargetKeyboard.UNKNOWN);
    }

    private static int usersPerHost(Fields fields) {
        return fields.optional("usersPerHost", of -> of.integer(1, Limits.USERS_PER_HOST), 1);
    }

    private static Optional<String> accounts(Fields fields) {
        return optional(fields, "accounts", TargetReader::name);
    }

    private static Optional<String> optional(Fields fields, String key, Function<Value, String> read) {
        return fields.optional(key, of -> Optional.of(read.apply(of)), Optional.empty());
    }

    private static String name(Value value) {
        return value.text(Keywords.NAME, "the name of a set of accounts, of letters, digits, `.`, `_` and `-`");
    }

    private static List<String> command(Value value) {
        return value.items("arguments").stream()
                .map(item -> item.text(COMMAND, "an argument, at most 1000 characters"))
                .toList();
    }

    private static Hosts hosts(Value value, int defaultPort) {
        List<String> written = new ArrayList<>();
        int before = value.problems().count();
        for (Value item : value.items("hosts")) {
            String text = item.text(HOST, HOST_FORM);
            if (!text.isEmpty() && expands(item, text, defaultPort)) {
                written.add(text);
            }
        }
        if (value.problems().count() > before) {
            return NO_HOSTS;
        }
        try {
            return Hosts.of(written, defaultPort);
        } catch (IllegalArgumentException e) {
            value.expected("at most 10000 in all");
            return NO_HOSTS;
        }
    }

    private static boolean expands(Value item, String text, int defaultPort) {
        try {
            Hosts.of(List.of(text), defaultPort);
            return true;
        } catch (IllegalArgumentException e) {
            item.expected(String.valueOf(e.getMessage()));
            return false;
        }
    }

    private static Size size(Fields fields) {
        return fields.optional("desktop", TargetReader::size, DEFAULT_SIZE);
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

    private record Size(int width, int height) {
        ScreenRect screen() {
            return new ScreenRect(0, 0, width, height);
        }
    }
}
