package io.deskmeter.agent.desktop;

import io.deskmeter.agent.platform.Platforms;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** An agent that starts two desktops and an application, reports that, and waits to be killed. */
final class DoomedAgent {
    private DoomedAgent() {}

    public static void main(String[] args) throws Exception {
        LocalDesktops desktops = LocalDesktops.open(Platforms.here(), Path.of(args[0]));
        Desktop first = desktops.start(0, 640, 480);
        desktops.start(1, 640, 480);
        first.launch(List.of("sleep", "1000"), first.home());
        System.out.println("ready");
        new CountDownLatch(1).await();
    }
}
