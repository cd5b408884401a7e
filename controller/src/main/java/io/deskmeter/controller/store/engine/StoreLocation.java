package io.deskmeter.controller.store.engine;

import com.zaxxer.hikari.HikariDataSource;
import io.deskmeter.controller.store.folder.DataDirectory;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The database of a controller: H2 in a file of its data folder, or PostgreSQL on a server that several controllers
 * share.
 *
 * @param jdbcUrl without a password
 * @param password null for none
 * @param shared true for PostgreSQL
 */
public record StoreLocation(String jdbcUrl, @Nullable String password, boolean shared) {
    private static final String EXAMPLE = "jdbc:postgresql://db.example.org/deskmeter?user=deskmeter";
    /** The driver's exceptions then have no details of the server, which quote rows. */
    private static final String WITHOUT_ROWS = "logServerErrorDetail=false";

    /** Statements of writers: a deletion of many rows takes some seconds. */
    public static final Duration WRITE = Duration.ofSeconds(30);

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration LOCK = Duration.ofSeconds(10);
    /** How much longer a driver waits than the server may take: a server that hangs ends nothing. */
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private static final Duration POOL = Duration.ofSeconds(10);
    private static final Duration VALIDATION = Duration.ofSeconds(3);

    /** The class of H2 that reads and writes the file. */
    static final String STORE_OF_H2 = "org.h2.mvstore.MVStore";

    static {
        // Nobody opens a store before its place is known. Once H2 has begun to work, it is too late.
        checkAssertions(StoreLocation.class.getClassLoader());
    }

    private static final Pattern POSTGRESQL =
            Pattern.compile("jdbc:postgresql:(?://(?<host>[^/?]*)/)?(?<database>[^/?]*)(?:\\?.*)?");
    private static final Pattern PASSWORD = Pattern.compile("[?&](password|sslpassword)=");

    /** The file in the data folder. */
    public static StoreLocation embedded(DataDirectory data) {
        return new StoreLocation(data.jdbcUrl(), null, false);
    }

    /**
     * A PostgreSQL database.
     *
     * @param url of JDBC, as {@code jdbc:postgresql://host:5432/database?user=name}
     * @param password null for none
     * @throws IllegalArgumentException where the URL is of another kind or contains a password
     */
    public static StoreLocation postgresql(String url, @Nullable String password) {
        if (!POSTGRESQL.matcher(url).matches()) {
            throw new IllegalArgumentException("--store: " + url + " (expected: a URL as " + EXAMPLE
                    + "; hint: without --store the data folder holds the store)");
        }
        if (PASSWORD.matcher(url).find()) {
            throw new IllegalArgumentException(
                    "--store: the URL contains a password, which other users of this machine can see (expected: none; hint:"
                            + " --store-password-file FILE)");
        }
        return new StoreLocation(url + (url.contains("?") ? "&" : "?") + WITHOUT_ROWS, password, true);
    }

    /**
     * Connects once to a shared database.
     *
     * @throws IOException with a message for people
     */
    public void check() throws IOException {
        if (shared) {
            PostgresEngine.check(this);
        }
    }

    /**
     * What a driver is told about time: a server that hangs, or a network that drops everything, must not keep a thread
     * for ever. What the URL says has precedence. Empty for an embedded store.
     *
     * @param statement the longest statement; the server ends it, and the driver gives up a little later
     */
    public Map<String, String> timeouts(Duration statement) {
        if (!shared) {
            return Map.of();
        }
        return Map.of(
                "connectTimeout", String.valueOf(CONNECT.toSeconds()),
                "loginTimeout", String.valueOf(CONNECT.toSeconds()),
                "cancelSignalTimeout", String.valueOf(CONNECT.toSeconds()),
                "socketTimeout", String.valueOf(statement.plus(MARGIN).toSeconds()),
                "tcpKeepAlive", "true",
                "options",
                        "-c statement_timeout=" + statement.toMillis() + " -c lock_timeout="
                                + Math.min(LOCK.toMillis(), statement.toMillis()));
    }

    /** From now on H2 checks its own assertions about its file, if it has not begun to work; see {@link StorePools}. */
    static void checkAssertions(ClassLoader loader) {
        loader.setClassAssertionStatus(STORE_OF_H2, true);
    }

    /** Connections that are opened by whoever asks first. */
    HikariDataSource pool(String name, int connections, Duration statement) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(jdbcUrl);
        if (password != null) {
            pool.setPassword(password);
        }
        timeouts(statement).forEach(pool::addDataSourceProperty);
        pool.setMaximumPoolSize(connections);
        pool.setPoolName(name);
        pool.setConnectionTimeout(POOL.toMillis());
        pool.setValidationTimeout(VALIDATION.toMillis());
        return pool;
    }

    /** A connection of its own, outside of any pool. */
    public Connection connect() throws SQLException {
        Properties properties = new Properties();
        properties.putAll(timeouts(CONNECT));
        if (password != null) {
            properties.setProperty("password", password);
        }
        return DriverManager.getConnection(jdbcUrl, properties);
    }

    /** For messages: {@code PostgreSQL database deskmeter on db.example.org}, or the URL of the file. */
    public String label() {
        Matcher matcher = POSTGRESQL.matcher(jdbcUrl);
        if (!matcher.matches()) {
            return jdbcUrl;
        }
        String host = matcher.group("host");
        return "PostgreSQL database " + matcher.group("database") + " on "
                + (host == null || host.isEmpty() ? "localhost" : host);
    }

    /** Never shows the password. */
    @Override
    public String toString() {
        return label();
    }
}
