package io.deskmeter.controller.web.machine;

import io.deskmeter.controller.enrolment.MachineAddress;
import io.deskmeter.controller.web.http.UnavailableException;
import io.deskmeter.link.server.LinkServer;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Where agents dial. */
@RestController
@RequestMapping("/api/v1/link")
class LinkController {
    private final ObjectProvider<LinkServer> server;
    private final ObjectProvider<MachineAddress> machines;
    private final InetAddress listen;

    LinkController(
            ObjectProvider<LinkServer> server,
            ObjectProvider<MachineAddress> machines,
            @Value("${server.address}") String listen)
            throws UnknownHostException {
        this.server = server;
        this.machines = machines;
        this.listen = InetAddress.getByName(listen);
    }

    /** The address for an agent's {@code --controller}. */
    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    LinkView get() {
        LinkServer link = UnavailableException.unlessOpen(server);
        String host = listen.isAnyLocalAddress() ? null : listen.getHostAddress();
        MachineAddress others = machines.getIfAvailable();
        return new LinkView(host, link.port(), listen.isLoopbackAddress(), others == null ? null : others.text());
    }

    /**
     * Where agents dial.
     *
     * @param host the only address at which the controller listens; null if it listens at all of its machine
     * @param local whether only agents on the controller's own machine reach it
     * @param machines where agents of other machines connect with TLS, {@code HOST:PORT}; null if they do not
     */
    record LinkView(
            @Nullable String host,
            int port,
            boolean local,
            @Nullable String machines) {}
}
