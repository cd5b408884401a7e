package io.deskmeter.workload.targets;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Where sessions live. */
public sealed interface Target {
    /** Of a session's desktop, in pixels. */
    int width();

    /** Of a session's desktop, in pixels. */
    int height();

    /** How many sessions it has room for. */
    int room();

    /** The set of accounts that log on; empty if none do. */
    Optional<String> accounts();

    /** The machines that its sessions are on; empty where agents start them on their own. */
    default List<Hosts.Host> allHosts() {
        return List.of();
    }

    /** How its sessions are driven without desktop agents; empty if each has a desktop agent. */
    default Optional<Agentless> agentless() {
        return Optional.empty();
    }

    /**
     * Whether something proves that a user is logged on: a desktop agent, the handshake of a VNC server, or a landmark
     * of the desktop. A picture that rests does not: a login window rests as well.
     */
    default boolean provesLogons() {
        return agentless()
                .map(agentless -> this instanceof VncDesktops || agentless.ready() instanceof Agentless.Sign.Landmark)
                .orElse(true);
    }

    /** What is known of the keyboard of its desktops. */
    default TargetKeyboard keyboard() {
        return TargetKeyboard.UNKNOWN;
    }

    /** Accepts any certificate, so that passwords go to whoever answers. */
    String ANY_CERTIFICATE = "any";

    /** Those that the agent machine's own list of authorities stands for. */
    String SYSTEM_CERTIFICATES = "system";

    /** Those that certificates in a file on the client agents' machines stand for; its path follows. */
    String CERTIFICATE_FILE = "file:";

    /** What the fingerprint of the one certificate that will do begins with. */
    String CERTIFICATE_FINGERPRINT = "sha256:";

    /** The best picture that JPEG coding gives; 0 is the worst. */
    int BEST_JPEG_QUALITY = 9;

    /**
     * Desktops that the agent starts on its own machine, one per session.
     *
     * @param jpegQuality 0 to {@value #BEST_JPEG_QUALITY}, with {@link Through#RFB} only; empty for pictures without
     *     loss
     */
    record LocalDesktops(int width, int height, Through through, OptionalInt jpegQuality) implements Target {
        /** Seen over RFB without loss. */
        public LocalDesktops(int width, int height) {
            this(width, height, Through.RFB, OptionalInt.empty());
        }

        /** As many as the machine bears: that is what runs find out. */
        @Override
        public int room() {
            return Integer.MAX_VALUE;
        }

        @Override
        public Optional<String> accounts() {
            return Optional.empty();
        }
    }

    /**
     * Running desktops with RFB servers, one session each.
     *
     * @param accounts where the hosts ask for a password: one account for all of them, or one for each
     * @param agentless how they are driven without desktop agents
     * @param jpegQuality 0 to {@value #BEST_JPEG_QUALITY}; empty for pictures without loss
     * @param soundPort of the client agent's machine, at which the sound of the first host arrives; that of the next
     *     one at the next port, and so on. Empty if none arrives
     * @param keyboard of the desktops
     * @param security how sessions authenticate
     * @param width that the desktops have; Deskmeter does not change it
     */
    record VncDesktops(
            Hosts hosts,
            Optional<String> accounts,
            Optional<Agentless> agentless,
            OptionalInt jpegQuality,
            OptionalInt soundPort,
            TargetKeyboard keyboard,
            VncSecurity security,
            int width,
            int height)
            implements Target {
        /** With desktop agents, seen without loss and not heard. */
        public VncDesktops(Hosts hosts, Optional<String> accounts, int width, int height) {
            this(hosts, accounts, Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), width, height);
        }

        /** With an unknown keyboard, and security as it is by default. */
        public VncDesktops(
                Hosts hosts,
                Optional<String> accounts,
                Optional<Agentless> agentless,
                OptionalInt jpegQuality,
                OptionalInt soundPort,
                int width,
                int height) {
            this(
                    hosts,
                    accounts,
                    agentless,
                    jpegQuality,
                    soundPort,
                    TargetKeyboard.UNKNOWN,
                    VncSecurity.DEFAULT,
                    width,
                    height);
        }

        /** Where the sound of a host arrives. */
        public OptionalInt soundPort(Hosts.Host host) {
            int index = hosts.all().indexOf(host);
            return soundPort.isEmpty() || index < 0
                    ? OptionalInt.empty()
                    : OptionalInt.of(soundPort.getAsInt() + index);
        }

        @Override
        public List<Hosts.Host> allHosts() {
            return hosts.all();
        }

        @Override
        public int room() {
            return hosts.all().size();
        }
    }

    /**
     * Machines that users log on to over RDP.
     *
     * @param usersPerHost 1 for single-user desktops, more for RDSH servers
     * @param agentless how they are driven without desktop agents
     * @param application what a session shows instead of a desktop: the command of the published application
     * @param certificate which ones of the hosts will do: {@code system}, {@code sha256:…}, {@code file:…} or
     *     {@code any}
     * @param keyboard of the desktops
     */
    record RdpHosts(
            Hosts hosts,
            int usersPerHost,
            Optional<String> accounts,
            Optional<Agentless> agentless,
            Optional<String> application,
            String certificate,
            TargetKeyboard keyboard,
            int width,
            int height)
            implements Target {
        /** With desktop agents, and an unknown keyboard. */
        public RdpHosts(
                Hosts hosts,
                int usersPerHost,
                Optional<String> accounts,
                Optional<String> application,
                String certificate,
                int width,
                int height) {
            this(
                    hosts,
                    usersPerHost,
                    accounts,
                    Optional.empty(),
                    application,
                    certificate,
                    TargetKeyboard.UNKNOWN,
                    width,
                    height);
        }

        @Override
        public List<Hosts.Host> allHosts() {
            return hosts.all();
        }

        @Override
        public int room() {
            return Math.multiplyExact(hosts.all().size(), usersPerHost);
        }
    }

    /**
     * Machines that are shown by a client program of the user's choice.
     *
     * @param command argument vector with variables as <code>${host}</code>
     * @param usersPerHost sessions that a host takes at a time
     * @param agentless how they are driven without desktop agents
     * @param keyboard of the desktops
     */
    record ViewerHosts(
            List<String> command,
            Hosts hosts,
            int usersPerHost,
            Optional<String> accounts,
            Optional<Agentless> agentless,
            TargetKeyboard keyboard,
            int width,
            int height)
            implements Target {
        public ViewerHosts {
            command = List.copyOf(command);
        }

        /** With desktop agents, and an unknown keyboard. */
        public ViewerHosts(
                List<String> command, Hosts hosts, int usersPerHost, Optional<String> accounts, int width, int height) {
            this(command, hosts, usersPerHost, accounts, Optional.empty(), TargetKeyboard.UNKNOWN, width, height);
        }

        @Override
        public List<Hosts.Host> allHosts() {
            return hosts.all();
        }

        @Override
        public int room() {
            return Math.multiplyExact(hosts.all().size(), usersPerHost);
        }
    }

    /** What the agent sees its local desktops through. */
    enum Through {
        /** Its own RFB client. */
        RFB,
        /** {@code vncviewer} in a private display. */
        VNCVIEWER,
        /** {@code xfreerdp} in a private display, through an RDP server on the agent's machine. */
        XFREERDP
    }
}
