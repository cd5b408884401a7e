package io.deskmeter.testsupport.postgres;

import java.io.IOException;
import java.io.OutputStream;

/** A program that starts a server, prints its folder, and waits until it is killed. */
final class PostgresOwner {
    private PostgresOwner() {}

    public static void main(String[] arguments) throws IOException {
        try (PostgresServer server = PostgresServer.start(false)) {
            System.out.println(server.folder());
            System.out.flush();
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
