-- What the application of this directory begins with.
CREATE TABLE visits (id INT AUTO_INCREMENT PRIMARY KEY, who VARCHAR(40) NOT NULL, at DATETIME) ENGINE=InnoDB;
INSERT INTO visits (who, at) VALUES ('eva', '2024-02-29 12:00:00'), ('it''s \\ "quoted"', NULL);
CREATE TABLE old (id INT AUTO_INCREMENT PRIMARY KEY, note TEXT) ENGINE=MyISAM;
INSERT INTO old (note) VALUES ('one'), (''), (NULL);
CREATE TABLE kinds (
    number INT UNSIGNED, real4 FLOAT, real8 DOUBLE, exact DECIMAL(20,5), bits BIT(12), word ENUM('a','b'),
    bytes BLOB, stamp TIMESTAMP NULL, day DATE, doubled BIGINT AS (number * 2) STORED, visit INT,
    FOREIGN KEY (visit) REFERENCES visits (id)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO kinds (number, real4, real8, exact, bits, word, bytes, stamp, day, visit) VALUES
    (4294967295, 0.1, 1e-300, -1.00001, b'101010101010', 'b', x'00ff27225c0a', '2024-03-31 01:30:00', '2024-02-29', 1),
    (0, 16777217, 0.1, 0, 0, NULL, '', NULL, NULL, NULL);
CREATE TABLE counted (n INT) ENGINE=InnoDB;
INSERT INTO counted VALUES (2);
CREATE TRIGGER count_visits AFTER INSERT ON visits FOR EACH ROW UPDATE counted SET n = n + 1;
CREATE VIEW names AS SELECT who FROM visits;
