package io.deskmeter.bench.density;

import io.deskmeter.testkit.truth.Scene;
import io.deskmeter.testkit.truth.TruthServer;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The program of the server's process. Prints {@code serving PORT}, the port for programs that cannot use the socket;
 * ends when its input ends.
 */
@Command(name = "desktops", description = "Has desktops, for bench density.")
public final class DesktopsMain implements Callable<Integer> {
    static final String SERVING = "serving";

    @Option(names = "--socket", required = true)
    private Path socket = Path.of("");

    @Option(names = "--width", required = true)
    private int width;

    @Option(names = "--height", required = true)
    private int height;

    @Option(names = "--rate", required = true)
    private double rate;

    @Spec
    private @Nullable CommandSpec spec;

    public static void main(String[] args) {
        System.exit(new CommandLine(new DesktopsMain()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        Scene scene = new Scene(width, height);
        try (TruthServer local = TruthServer.unix(socket, scene, rate, answer -> {});
                TruthServer tcp = TruthServer.tcp(InetAddress.getLoopbackAddress(), 0, scene, rate, answer -> {})) {
            out.println(SERVING + " " + tcp.port());
            out.flush();
            InputStream in = System.in;
            in.transferTo(OutputStream.nullOutputStream());
        }
        return 0;
    }
}
