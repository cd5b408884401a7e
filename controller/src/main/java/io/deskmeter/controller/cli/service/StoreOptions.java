package io.deskmeter.controller.cli.service;

import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.store.engine.StoreLocation;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that name a shared store. */
public final class StoreOptions {
    @Option(
            names = "--store",
            paramLabel = "URL",
            description = "PostgreSQL database that several controllers may share, for example"
                    + " jdbc:postgresql://db.example.org/deskmeter?user=deskmeter (default: H2 in the data folder).")
    private @Nullable String store;

    @Option(names = "--store-password-file", paramLabel = "FILE", description = "File with the password of --store.")
    private @Nullable Path storePasswordFile;

    /** The database; null for the one in the data folder. */
    public @Nullable StoreLocation location() throws CommandException {
        if (store == null) {
            if (storePasswordFile != null) {
                throw CommandException.input(
                        "--store-password-file: " + storePasswordFile + " without --store (expected: both)");
            }
            return null;
        }
        try {
            String password = storePasswordFile == null
                    ? null
                    : Files.readString(storePasswordFile).strip();
            return StoreLocation.postgresql(store, password);
        } catch (IOException e) {
            throw CommandException.input("--store-password-file: " + storePasswordFile + ": " + FaultText.reason(e)
                    + " (expected: a file that this user can read)");
        } catch (IllegalArgumentException e) {
            throw CommandException.input(String.valueOf(e.getMessage()));
        }
    }
}
