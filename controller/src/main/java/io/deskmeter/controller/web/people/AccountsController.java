package io.deskmeter.controller.web.people;

import io.deskmeter.controller.accounts.AccountStore;
import io.deskmeter.controller.accounts.AccountStore.Form;
import io.deskmeter.controller.web.http.NotFoundException;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.targets.Account;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.net.URI;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Sets of accounts: passwords can be written, but never read. */
@RestController
@RequestMapping("/api/v1/accounts")
class AccountsController {
    private final AccountStore accounts;

    AccountsController(AccountStore accounts) {
        this.accounts = accounts;
    }

    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    List<String> list() {
        return accounts.names();
    }

    @GetMapping(path = "/{name}", produces = MediaType.APPLICATION_JSON_VALUE)
    SetView get(@PathVariable String name) throws InvalidDocumentException {
        return SetView.of(name, accounts.find(name).orElseThrow(() -> unknown(name)));
    }

    /** Keeps a set as YAML, in place of one of that name. */
    @ApiResponse(
            responseCode = "200",
            description = "The set, in place of one of that name.",
            useReturnTypeSchema = true)
    @ApiResponse(responseCode = "201", description = "The set, the first of that name.", useReturnTypeSchema = true)
    @PutMapping(
            path = "/{name}",
            consumes = {"application/yaml", "application/x-yaml", "text/yaml"},
            produces = {MediaType.APPLICATION_JSON_VALUE, MediaType.APPLICATION_PROBLEM_JSON_VALUE})
    ResponseEntity<SetView> putYaml(@PathVariable String name, @RequestBody byte[] text)
            throws InvalidDocumentException {
        return put(name, Form.YAML, text);
    }

    /** Keeps a set as CSV, in place of one of that name. */
    @ApiResponse(
            responseCode = "200",
            description = "The set, in place of one of that name.",
            useReturnTypeSchema = true)
    @ApiResponse(responseCode = "201", description = "The set, the first of that name.", useReturnTypeSchema = true)
    @PutMapping(
            path = "/{name}",
            consumes = "text/csv",
            produces = {MediaType.APPLICATION_JSON_VALUE, MediaType.APPLICATION_PROBLEM_JSON_VALUE})
    ResponseEntity<SetView> putCsv(@PathVariable String name, @RequestBody byte[] text)
            throws InvalidDocumentException {
        return put(name, Form.CSV, text);
    }

    private ResponseEntity<SetView> put(String name, Form form, byte[] text) throws InvalidDocumentException {
        boolean known = accounts.names().contains(name);
        SetView set = SetView.of(name, accounts.put(name, form, text));
        return known
                ? ResponseEntity.ok(set)
                : ResponseEntity.created(URI.create("/api/v1/accounts/" + name)).body(set);
    }

    @DeleteMapping("/{name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(@PathVariable String name) {
        if (!accounts.remove(name)) {
            throw unknown(name);
        }
    }

    private NotFoundException unknown(String name) {
        return new NotFoundException("accounts: " + name + " (expected: one of " + accounts.names() + ")");
    }

    /**
     * A set.
     *
     * @param hosts that may be sent its passwords; none if it names none
     * @param users names, with their domain where they have one
     */
    record SetView(String name, List<String> hosts, List<String> users) {
        static SetView of(String name, List<Account> accounts) {
            return new SetView(
                    name,
                    accounts.stream()
                            .findFirst()
                            .map(first -> first.hosts().written())
                            .orElse(List.of()),
                    accounts.stream().map(Account::toString).toList());
        }
    }
}
