package io.deskmeter.agent.remote;

import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.Trust;
import io.deskmeter.screen.viewer.Viewer;
import io.deskmeter.screen.viewer.ViewerCommand;
import io.deskmeter.screen.viewer.ViewerTarget;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * {@code xfreerdp} for servers that authorities vouch for: it is started with the certificate that the server has just
 * shown, after that was found good.
 *
 * @param trust who must have signed the certificate
 */
public record CertifiedRdp(Trust trust) implements Viewer {
    private static final Duration WITHIN = Duration.ofSeconds(5);

    @Override
    public ViewerCommand command(ViewerTarget target) throws ScreenException {
        String host = target.host();
        if (host == null) {
            throw new ScreenException("xfreerdp: " + target + " (expected: a target with host and port)");
        }
        return Viewer.freerdp(RdpCertificates.trusted(host, target.port(), trust, WITHIN))
                .command(target);
    }

    @Override
    public @Nullable String debianPackage() {
        return Viewer.freerdp().debianPackage();
    }

    @Override
    public String toString() {
        return Viewer.freerdp().toString();
    }
}
