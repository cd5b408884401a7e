package io.deskmeter.controller.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A new H2 store, made by one script. The migrations, one after the other, would make each table and then replace it
 * several times, which takes most of a second of a first start. A test holds that both ways lead to the same tables,
 * names and rows, so that later migrations find what they expect.
 */
final class NewStore {
    private NewStore() {}

    /**
     * Creates it, closed.
     *
     * @param url of a database file that there is not
     */
    static void create(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("runscript from 'classpath:db/new-store.sql' charset 'UTF-8'");
            statement.execute("shutdown");
        }
    }
}
