package io.deskmeter.workload.yaml.targets;

import static io.deskmeter.workload.yaml.grammar.Definitions.schema;

import io.deskmeter.workload.targets.Calibration;
import io.deskmeter.workload.targets.Hosts;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.targets.Target.LocalDesktops;
import io.deskmeter.workload.targets.Target.RdpHosts;
import io.deskmeter.workload.targets.Target.Through;
import io.deskmeter.workload.targets.Target.ViewerHosts;
import io.deskmeter.workload.targets.Target.VncDesktops;
import io.deskmeter.workload.targets.TargetHandlers;
import io.deskmeter.workload.targets.TargetKeyboard;
import io.deskmeter.workload.targets.VncSecurity;
import io.deskmeter.workload.yaml.document.Fields;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.ExactlyOne;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.KeyRule;
import io.deskmeter.workload.yaml.grammar.MapType;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import io.deskmeter.workload.yaml.profile.References;
import io.deskmeter.workload.yaml.workload.HandlerGrammar;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The keys of where sessions live. */
public final class TargetGrammar {
    public static final Target DEFAULT = new LocalDesktops(1280, 800);
    public static final int VNC_PORT = 5900;
    public static final int RDP_PORT = 3389;
    private static final int FIRST_USER_PORT = 1024;
    private static final int LAST_PORT = 65_535;

    private static final Pattern COMMAND_LINE = Pattern.compile("[^\\x00-\\x1f\\x7f]{1,1000}");
    private static final Key<LocalDesktops, Through> THROUGH = Key.byDefault(
                    "through", Types.choice(Through.class, Through.RFB), Through.RFB, LocalDesktops::through)
            .help("what the agent displays the desktops with: its built-in RFB client (`rfb`), or a program");
    private static final Key<LocalDesktops, Optional<Integer>> LOCAL_QUALITY =
            SharedKeys.jpegQuality(LocalDesktops::jpegQuality, "; with `rfb` only");
    static final MapType<LocalDesktops> LOCAL = MapType.of(
                    "local desktops", TargetGrammar::local, SharedKeys.DESKTOP, THROUGH, LOCAL_QUALITY)
            .with(KeyRule.where(
                    LOCAL_QUALITY,
                    schema(
                            "properties",
                            Map.of(
                                    THROUGH.name(),
                                    schema("const", THROUGH.type().write(Through.RFB))))));

    private static final Key<VncDesktops, Hosts> VNC_HOSTS = SharedKeys.hosts(VNC_PORT, VncDesktops::hosts);
    private static final Key<Target, Optional<TargetKeyboard>> VNC_KEYBOARD = Key.<Target, TargetKeyboard>optional(
                    "keyboard", KeyboardGrammar.KEYBOARD, SharedKeys::keyboard)
            .help("the [keyboard](#keyboards) of the desktops, which their servers do not tell");
    private static final Key<VncDesktops, Optional<Integer>> VNC_QUALITY =
            SharedKeys.jpegQuality(VncDesktops::jpegQuality, "");
    private static final Key<VncDesktops, Optional<Integer>> SOUND_PORT = Key.<VncDesktops, Integer>optional(
                    "soundPort", Types.integer(FIRST_USER_PORT, LAST_PORT), vnc -> Types.optional(vnc.soundPort()))
            .help(
                    "port of the client agent's machine at which [the sound](../how-it-works/sound.md#sound-on-a-way-of-its-own) of the first host"
                            + " arrives, as at a PulseAudio there; that of the next host at the next port")
            .otherwise("nothing is heard");
    private static final Key<VncDesktops, String> VNC_CERTIFICATE =
            SharedKeys.certificate(vnc -> vnc.security().certificate());
    private static final Key<VncDesktops, List<String>> SECURITY = Key.<VncDesktops, List<String>>optional(
                    "security",
                    Types.list(
                            "security types",
                            Types.choice(VncSecurity.TYPES, Function.identity(), VncSecurity.TYPES.get(0))),
                    List.of(),
                    vnc -> vnc.security().types())
            .help("the [security types](#security-of-vnc-servers) that may be used, the preferred ones first")
            .otherwise("all, in this order");
    static final MapType<VncDesktops> VNC = MapType.<VncDesktops>of(
                    "VNC desktops",
                    TargetGrammar::vnc,
                    SharedKeys.<VncDesktops>keys(
                            List.of(VNC_HOSTS, SharedKeys.ACCOUNTS, SharedKeys.DESKTOP, VNC_KEYBOARD),
                            List.of(VNC_QUALITY, SOUND_PORT, VNC_CERTIFICATE, SECURITY)))
            .with(AgentlessGrammar.RULE);

    private static final Key<RdpHosts, Hosts> RDP_HOSTS = SharedKeys.hosts(RDP_PORT, RdpHosts::hosts);
    private static final Key<RdpHosts, Integer> RDP_USERS = SharedKeys.usersPerHost(RdpHosts::usersPerHost);
    private static final Key<RdpHosts, String> RDP_ACCOUNTS = Key.<RdpHosts, String>required(
                    "accounts",
                    SharedKeys.ACCOUNT_SET,
                    "",
                    rdp -> rdp.accounts().orElse(""))
            .help(SharedKeys.ACCOUNTS_HELP);
    static final Key<RdpHosts, Optional<String>> APPLICATION = Key.<RdpHosts, String>optional(
                    "application",
                    Types.text(COMMAND_LINE, "a command line, at most 1000 characters")
                            .called("a command line"),
                    RdpHosts::application)
            .help("the command of a published application, shown instead of a desktop")
            .otherwise("the desktop");
    private static final Key<RdpHosts, String> RDP_CERTIFICATE = SharedKeys.certificate(RdpHosts::certificate);
    static final MapType<RdpHosts> RDP = MapType.<RdpHosts>of(
                    "RDP hosts",
                    TargetGrammar::rdp,
                    SharedKeys.<RdpHosts>keys(
                            List.of(
                                    RDP_HOSTS,
                                    RDP_USERS,
                                    RDP_ACCOUNTS,
                                    SharedKeys.DESKTOP,
                                    SharedKeys.KEYBOARD_OF_VIEWER),
                            List.of(APPLICATION, RDP_CERTIFICATE)))
            .with(AgentlessGrammar.RULE);

    private static final Key<ViewerHosts, List<String>> COMMAND = Key.required(
                    "command",
                    Types.list("arguments", Types.text(COMMAND_LINE, "an argument, at most 1000 characters"))
                            .called("a list of arguments"),
                    List.of(),
                    ViewerHosts::command)
            .help(
                    "the client program and its arguments, with `${host}`, `${port}`, `${user}`, `${width}`, `${height}` and `${passwordFile}`"
                            + " ([variables](../guides/custom-client.md#4-write-the-run-profile))");
    private static final Key<ViewerHosts, Hosts> VIEWER_HOSTS = SharedKeys.hosts(RDP_PORT, ViewerHosts::hosts);
    private static final Key<ViewerHosts, Integer> VIEWER_USERS = SharedKeys.usersPerHost(ViewerHosts::usersPerHost);
    static final MapType<ViewerHosts> VIEWER = MapType.<ViewerHosts>of(
                    "hosts shown by a viewer",
                    TargetGrammar::viewer,
                    SharedKeys.<ViewerHosts>keys(
                            List.of(
                                    COMMAND,
                                    VIEWER_HOSTS,
                                    VIEWER_USERS,
                                    SharedKeys.ACCOUNTS,
                                    SharedKeys.DESKTOP,
                                    SharedKeys.KEYBOARD_OF_VIEWER),
                            List.of()))
            .with(AgentlessGrammar.RULE);

    private static final Key<CalibratedTarget, LocalDesktops> OF_LOCAL =
            kind("local", LOCAL, LocalDesktops.class, "the agent starts a desktop for each session on its own machine");
    private static final Key<CalibratedTarget, VncDesktops> OF_VNC = kind(
            "vnc",
            VNC,
            VncDesktops.class,
            "[VNC desktops](../guides/vnc-desktops.md), one session each. They stay as they are after the run");
    private static final Key<CalibratedTarget, RdpHosts> OF_RDP = kind(
            "rdp",
            RDP,
            RdpHosts.class,
            "[machines that users log on to over RDP](../guides/rdsh.md): single desktops or RDSH servers");
    private static final Key<CalibratedTarget, ViewerHosts> OF_VIEWER = kind(
            "viewer",
            VIEWER,
            ViewerHosts.class,
            "machines displayed by a client program of your choice, which the agents must"
                    + " [allow](../guides/custom-client.md#3-allow-the-program)");
    private static final Key<CalibratedTarget, Optional<Calibration>> CALIBRATION = Key.optional(
                    "calibration", CalibrationGrammar.CALIBRATION, CalibratedTarget::calibration)
            .help(
                    "pictures that replace landmarks on this target: the name of a [calibration](#calibrations), or the calibration itself");
    private static final Key<CalibratedTarget, Optional<TargetHandlers>> HANDLERS =
            Key.<CalibratedTarget, TargetHandlers>optional(
                            "handlers",
                            HandlerGrammar.OF_TARGET,
                            target -> Optional.of(target.handlers())
                                    .filter(all -> !all.handlers().isEmpty()))
                    .help(
                            "what is done about [windows of the target](#handlers-of-a-target) that may come at any time, from the logon on");

    private static final ExactlyOne<CalibratedTarget, Target> KINDS =
            ExactlyOne.of("", OF_LOCAL, OF_VNC, OF_RDP, OF_VIEWER);

    /** A target whose calibration is not looked up. */
    public static final MapType<CalibratedTarget> TARGET = MapType.of(
                    "a target",
                    (Fields fields) -> read(fields, References.none(), List.of()),
                    OF_LOCAL,
                    OF_VNC,
                    OF_RDP,
                    OF_VIEWER,
                    CALIBRATION,
                    HANDLERS)
            .with(KINDS);

    private TargetGrammar() {}

    /** A target of a document. */
    public static CalibratedTarget read(Value value, References references, List<String> workloads) {
        return read(TARGET.fields(value), references, workloads);
    }

    private static CalibratedTarget read(Fields fields, References references, List<String> workloads) {
        return new CalibratedTarget(
                KINDS.read(fields).orElse(DEFAULT),
                CALIBRATION.in(fields, of -> calibration(of, references, workloads)),
                HANDLERS.in(fields).orElse(TargetHandlers.NONE));
    }

    private static Optional<Calibration> calibration(Value value, References references, List<String> workloads) {
        int before = value.problems().count();
        Optional<Calibration> calibration = CalibrationGrammar.read(value, references);
        if (value.problems().count() == before) {
            calibration.ifPresent(read -> references.checkCalibration(value, read, workloads));
        }
        return calibration;
    }

    /** A target, and what belongs to it. */
    public record CalibratedTarget(Target target, Optional<Calibration> calibration, TargetHandlers handlers) {}

    private static <T extends Target> Key<CalibratedTarget, T> kind(
            String name, Type<T> type, Class<T> of, String help) {
        return Key.<CalibratedTarget, T>kind(
                        name,
                        type,
                        target -> Optional.of(target.target())
                                .filter(of::isInstance)
                                .map(of::cast))
                .help(help);
    }

    private static LocalDesktops local(Fields fields) {
        SharedKeys.Size size = SharedKeys.DESKTOP.in(fields);
        Through through = THROUGH.in(fields);
        Optional<Integer> quality = through == Through.RFB
                ? LOCAL_QUALITY.in(fields)
                : LOCAL_QUALITY.in(fields, of -> {
                    of.expected("no such key, because `through` is not `rfb`");
                    return Optional.empty();
                });
        return new LocalDesktops(size.width(), size.height(), through, Types.optionalInt(quality));
    }

    private static VncDesktops vnc(Fields fields) {
        SharedKeys.Size size = SharedKeys.DESKTOP.in(fields);
        Hosts hosts = VNC_HOSTS.in(fields);
        return new VncDesktops(
                hosts,
                SharedKeys.ACCOUNTS.in(fields),
                AgentlessGrammar.read(fields, size.screen()),
                Types.optionalInt(VNC_QUALITY.in(fields)),
                Types.optionalInt(SOUND_PORT.in(fields, of -> Optional.of(soundPort(of, hosts)))),
                VNC_KEYBOARD.in(fields).orElse(TargetKeyboard.UNKNOWN),
                new VncSecurity(VNC_CERTIFICATE.in(fields), SECURITY.in(fields)),
                size.width(),
                size.height());
    }

    /** One for each host, from this one on. */
    private static int soundPort(Value value, Hosts hosts) {
        return value.integer(
                FIRST_USER_PORT, LAST_PORT - Math.max(0, hosts.all().size() - 1));
    }

    private static RdpHosts rdp(Fields fields) {
        SharedKeys.Size size = SharedKeys.DESKTOP.in(fields);
        return new RdpHosts(
                RDP_HOSTS.in(fields),
                RDP_USERS.in(fields),
                Optional.of(RDP_ACCOUNTS.in(fields)),
                AgentlessGrammar.read(fields, size.screen()),
                APPLICATION.in(fields),
                RDP_CERTIFICATE.in(fields),
                SharedKeys.KEYBOARD_OF_VIEWER.in(fields).orElse(TargetKeyboard.UNKNOWN),
                size.width(),
                size.height());
    }

    private static ViewerHosts viewer(Fields fields) {
        SharedKeys.Size size = SharedKeys.DESKTOP.in(fields);
        return new ViewerHosts(
                COMMAND.in(fields),
                VIEWER_HOSTS.in(fields),
                VIEWER_USERS.in(fields),
                SharedKeys.ACCOUNTS.in(fields),
                AgentlessGrammar.read(fields, size.screen()),
                SharedKeys.KEYBOARD_OF_VIEWER.in(fields).orElse(TargetKeyboard.UNKNOWN),
                size.width(),
                size.height());
    }
}
