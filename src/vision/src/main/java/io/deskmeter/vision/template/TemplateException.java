package io.deskmeter.vision.template;

/**
 * An image file that is unsuitable as a template: missing, unreadable, not an image, too large or fully transparent.
 */
public final class TemplateException extends Exception {
    private static final long serialVersionUID = 1L;

    public TemplateException(String message) {
        super(message);
    }

    public TemplateException(String message, Throwable cause) {
        super(message, cause);
    }
}
