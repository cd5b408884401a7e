package io.deskmeter.controller.store.lease;

import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.store.engine.StoreLocation;
import io.deskmeter.controller.store.engine.WriteTransactions;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Which runs of a shared store belong to which controller. Thread-safe. */
@Component
public final class RunOwnership {
    /** In SQL: the run belongs to a controller without a valid lease. */
    public static final String EXPIRED = "controller not in (" + ControllerLease.VALID_CONTROLLERS + ")";

    private final JdbcClient jdbc;
    private final WriteTransactions writes;
    private final ControllerIdentity identity;
    private final StoreLocation location;

    RunOwnership(JdbcClient jdbc, WriteTransactions writes, ControllerIdentity identity, StoreLocation location) {
        this.jdbc = jdbc;
        this.writes = writes;
        this.identity = identity;
        this.location = location;
    }

    /**
     * Takes the runs that were stored before runs belonged to controllers; of an embedded store, which nobody else
     * uses, all.
     */
    public void adopt() {
        writes.run(() -> jdbc.sql(
                        "update run set controller = :me where controller <> :me and (controller = '' or :embedded)")
                .param("me", identity.id())
                .param("embedded", !location.shared())
                .update());
    }

    /** Ids of this controller's runs that have not ended. */
    public List<String> unfinished() {
        return jdbc.sql(
                        "select id from run where controller = :me and state not in (:ended) and deleted_at is null order by id")
                .param("me", identity.id())
                .param("ended", ended())
                .query(String.class)
                .list();
    }

    /** Ids of runs that have not ended and whose controller has no valid lease. */
    public List<String> expired() {
        return jdbc.sql("select id from run where controller <> :me and " + EXPIRED
                        + " and state not in (:ended) and deleted_at is null order by id")
                .param("me", identity.id())
                .param("ended", ended())
                .query(String.class)
                .list();
    }

    /**
     * Makes an unfinished run of this controller this process's: an earlier one, or one of a cloned machine, cannot
     * change it any more.
     */
    public boolean renew(String runId) {
        return writes.call(() -> jdbc.sql(
                                "update run set fence = :fence where id = :run and controller = :me and state not in (:ended)")
                        .param("me", identity.id())
                        .param("fence", identity.instance())
                        .param("run", runId)
                        .param("ended", ended())
                        .update())
                > 0;
    }

    /**
     * Makes a run this controller's, unless its controller has renewed its lease, or another one was faster; whether it
     * did.
     */
    public boolean takeOver(String runId) {
        return writes.call(() -> jdbc.sql(
                                "update run set controller = :me, fence = :fence where id = :run and controller <> :me"
                                        + " and state not in (:ended) and " + EXPIRED)
                        .param("me", identity.id())
                        .param("fence", identity.instance())
                        .param("ended", ended())
                        .param("run", runId)
                        .update())
                > 0;
    }

    /** The name of the controller that a run belongs to, or its id where it gave up its lease. */
    public String ownerName(String runId) {
        return jdbc.sql(
                        "select coalesce(c.name, r.controller) from run r left join controller c on c.id = r.controller where r.id = :run")
                .param("run", runId)
                .query(String.class)
                .single();
    }

    /** Names of the states in which a run has ended. */
    public static List<String> ended() {
        return Stream.of(RunState.values())
                .filter(RunState::ended)
                .map(RunState::name)
                .toList();
    }
}
