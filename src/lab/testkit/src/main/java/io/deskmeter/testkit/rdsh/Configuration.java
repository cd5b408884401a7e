package io.deskmeter.testkit.rdsh;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The configuration files of a private xrdp. */
final class Configuration {
    private static final String XRDP = """
            [Globals]
            ini_version=1
            fork=true
            port=tcp://%5$s:%1$d
            tcp_nodelay=true
            security_layer=tls
            crypt_level=high
            ssl_protocols=TLSv1.2, TLSv1.3
            certificate=%2$s/cert.pem
            key_file=%2$s/key.pem
            autorun=Xorg
            hidelogwindow=%3$b
            allow_channels=true
            bitmap_cache=true
            bitmap_compression=true
            bulk_compression=false
            max_bpp=32
            new_cursors=true
            use_fastpath=both
            %4$s
            [Logging]
            LogFile=%2$s/xrdp.log
            LogLevel=INFO
            EnableSyslog=false
            [Channels]
            rdpsnd=true
            [Xorg]
            name=Xorg
            lib=libxup.so
            username=ask
            password=ask
            ip=127.0.0.1
            port=-1
            code=20
            """;

    /** One session per user, for any client; a user who logs on again gets the same session, as on Windows. */
    private static final String SESMAN = """
            [Globals]
            ListenAddress=127.0.0.1
            ListenPort=%1$d
            EnableUserWindowManager=false
            DefaultWindowManager=%2$s/session
            ReconnectScript=/bin/true
            [Security]
            AllowRootLogin=false
            MaxLoginRetry=1
            AlwaysGroupCheck=false
            [Sessions]
            X11DisplayOffset=%3$d
            MaxSessions=%4$d
            KillDisconnected=false
            IdleTimeLimit=0
            Policy=Default
            [Logging]
            LogFile=%2$s/sesman.log
            LogLevel=INFO
            EnableSyslog=false
            [Xorg]
            param=/usr/lib/xorg/Xorg
            param=-config
            param=xrdp/xorg.conf
            param=-noreset
            param=-nolisten
            param=tcp
            param=-logfile
            param=.xorgxrdp.%%s.log
            [Chansrv]
            EnableFuseMount=false
            [ChansrvLogging]
            LogLevel=WARNING
            EnableSyslog=false
            [SessionVariables]
            LANG=C.UTF-8
            """;

    /** Runs as the user. */
    static final String SESSION = """
            #!/bin/sh
            cd "$HOME" && exec ./.xsession
            """;

    private Configuration() {}

    /** @param background of the login window; empty for a plain one */
    static String xrdp(int port, Path folder, XrdpSettings settings, Optional<Path> background) {
        String picture = background
                .map(file -> "ls_background_image=" + file + "\nls_background_transform=scale")
                .orElse("");
        return XRDP.formatted(port, folder, settings.loginWindow(), picture, settings.host());
    }

    /** @param firstDisplay the first display number to try */
    static String sesman(int port, Path folder, int firstDisplay, int maxSessions, Map<String, String> environment) {
        StringBuilder text = new StringBuilder(SESMAN.formatted(port, folder, firstDisplay, maxSessions));
        new TreeMap<>(environment)
                .forEach((name, value) ->
                        text.append(name).append('=').append(value).append('\n'));
        return text.toString();
    }

    /**
     * The session script: runs the banner to its end, then the command and the window manager; the session ends with
     * the window manager.
     */
    static String xsession(String banner, String command, boolean pattern) {
        return "#!/bin/sh\n"
                + (banner.isBlank() ? "" : banner + "\n")
                + (pattern ? "xsetroot -mod 16 16 -fg gray -bg black\n" : "")
                + (command.isBlank() ? "" : "{\n" + command + "\n} >\"$HOME/session.log\" 2>&1 &\n")
                + "exec openbox --config-file \"$HOME/openbox.xml\"\n";
    }
}
