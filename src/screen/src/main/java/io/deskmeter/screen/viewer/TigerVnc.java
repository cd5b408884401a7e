package io.deskmeter.screen.viewer;

import java.util.ArrayList;
import java.util.List;

/** See {@link Viewer#vnc()}. */
final class TigerVnc implements Viewer {
    /**
     * Without a window manager, only full screen gives a window of exactly the display's size. Debug output stays off,
     * because the viewer would paint statistics into the picture. A pointer event interval would delay input by up to
     * 17 ms. Automatic selection by the measured bandwidth would change colours and compression during a run.
     */
    private static final List<String> ARGUMENTS = List.of(
            "vncviewer",
            "-FullScreen=1",
            "-RemoteResize=0",
            "-MenuKey=",
            "-PointerEventInterval=0",
            "-DotWhenNoCursor=0",
            "-Shared=1",
            "-AcceptClipboard=0",
            "-SendClipboard=0",
            "-ReconnectOnError=0",
            "-AlertOnFatalError=0",
            "-AutoSelect=0",
            "-FullColor=1",
            "-NoJPEG=1",
            "-Log=*:stderr:30");

    @Override
    public ViewerCommand command(ViewerTarget target) {
        List<String> command = new ArrayList<>(ARGUMENTS);
        command.add(target.socket() == null ? "${host}::${port}" : "${socket}");
        ViewerCommand template = ViewerCommand.of(command);
        if (target.password() != null) {
            template = template.withEnvironment("VNC_PASSWORD", "${password}");
        }
        return target.user() == null ? template : template.withEnvironment("VNC_USERNAME", "${user}");
    }

    @Override
    public String debianPackage() {
        return "tigervnc-viewer";
    }

    @Override
    public String toString() {
        return "vncviewer";
    }
}
