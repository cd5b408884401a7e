package io.deskmeter.controller.web.machine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.enrolment.MachineAddress;
import io.deskmeter.controller.web.http.UnavailableException;
import io.deskmeter.link.server.LinkServer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** REST answers before the ports for agents are open: whoever asks for them must try again, and is told so. */
class StartingControllerTest {
    private final DefaultListableBeanFactory nothingYet = new DefaultListableBeanFactory();
    private final ObjectProvider<LinkServer> link = nothingYet.getBeanProvider(LinkServer.class);
    private final ObjectProvider<MachineAddress> machines = nothingYet.getBeanProvider(MachineAddress.class);

    /**
     * Reproducer: a script that asked for a join token in the first second was told that the controller listens for its
     * own machine only.
     */
    @Test
    void whoAsksForAJoinTokenOrThePortsTooEarlyIsToldToTryAgain() throws Exception {
        LinkController ports = new LinkController(link, machines, "127.0.0.1");
        assertThatThrownBy(ports::get)
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("the controller is starting");
    }
}
