package io.deskmeter.text;

import java.io.EOFException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.ReadOnlyFileSystemException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Says in words why a file, a folder or a connection could not be used. Exceptions of Java say some of that by the name
 * of their class only, which tells people nothing.
 */
public final class FaultText {
    private static final Map<Class<? extends Exception>, String> WORDS = words();

    /** Of an exception that is another one's message. */
    private static final Pattern CLASS_NAME =
            Pattern.compile("^(?:(?:[a-z]\\w*\\.)+[A-Z]\\w*(?:Exception|Error)(?:: |$))+");

    private FaultText() {}

    private static Map<Class<? extends Exception>, String> words() {
        Map<Class<? extends Exception>, String> words = new LinkedHashMap<>();
        words.put(NoSuchFileException.class, "no such file or folder");
        words.put(AccessDeniedException.class, "permission denied");
        words.put(ReadOnlyFileSystemException.class, "read-only file system");
        words.put(FileAlreadyExistsException.class, "is there already");
        words.put(NotDirectoryException.class, "not a folder");
        words.put(DirectoryNotEmptyException.class, "not empty");
        words.put(CharacterCodingException.class, "not text in UTF-8");
        words.put(EOFException.class, "ended too early");
        words.put(UnknownHostException.class, "unknown host");
        words.put(UnresolvedAddressException.class, "unknown host");
        words.put(ClosedChannelException.class, "closed");
        return words;
    }

    /** Why, for display after what could not be used: {@code no such file or folder}. */
    public static String reason(Throwable failure) {
        Throwable cause = itself(failure);
        for (Map.Entry<Class<? extends Exception>, String> known : WORDS.entrySet()) {
            if (known.getKey().isInstance(cause)) {
                return known.getValue();
            }
        }
        String reason = cause instanceof FileSystemException file ? file.getReason() : cause.getMessage();
        String words = reason == null ? "" : CLASS_NAME.matcher(reason).replaceFirst("");
        if (!words.isBlank()) {
            return words;
        }
        Throwable behind = cause.getCause();
        return cause instanceof ConnectException
                ? "no connection"
                : behind == null || behind == cause ? "it failed, and nothing says why" : reason(behind);
    }

    /**
     * The whole message of a failure, for display: one of Java about a file is that file, and why; any other is as it
     * is.
     */
    public static String message(Throwable failure) {
        Throwable cause = itself(failure);
        return cause instanceof FileSystemException file && file.getFile() != null
                ? file.getFile() + ": " + reason(file)
                : reason(cause);
    }

    /** Without exceptions that only carry another one. */
    private static Throwable itself(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null
                && cause.getMessage() != null
                && Objects.equals(cause.getMessage(), cause.getCause().toString())) {
            cause = cause.getCause();
        }
        return cause;
    }
}
