package io.deskmeter.screen.viewer;

/** See {@link Viewer#command(ViewerCommand)}. */
record TemplateViewer(ViewerCommand template) implements Viewer {
    @Override
    public ViewerCommand command(ViewerTarget target) {
        return template;
    }

    @Override
    public String toString() {
        return template.command().get(0);
    }
}
