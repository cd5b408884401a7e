package io.deskmeter.screen.viewer;

import java.util.ArrayList;
import java.util.List;

/** See {@link Viewer#vnc()}. */
final class TigerVnc implements Viewer {
    /**
     * Full screen alone yields a window of the display's very size where no window manager is. Debug output is not to be had: the viewer
     * then paints statistics into the picture. With an interval of pointer events input would leave up to 17 ms late. Adapting to the
     * measured speed of the line would change colours and losses in the middle of a run.
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
