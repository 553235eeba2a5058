/**
 * Words that names cannot use without quotes in any supported release. They include words that only some releases of
 * MySQL reserve (`member` in 8.0.17).
 */
const RESERVED: Readonly<Record<'mysql' | 'mariadb' | 'postgres' | 'sqlite', string>> = {
  mysql: `accessible add all alter analyze and array as asc asensitive before between bigint binary blob both by call cascade
    case change char character check collate column condition constraint continue convert create cross cube cume_dist
    current_date current_time current_timestamp current_user cursor database databases day_hour day_microsecond day_minute
    day_second dec decimal declare default delayed delete dense_rank desc describe deterministic distinct distinctrow div
    double drop dual each else elseif empty enclosed escaped except exists exit explain false fetch first_value float float4
    float8 for force foreign from fulltext function generated get grant group grouping groups having high_priority
    hour_microsecond hour_minute hour_second if ignore in index infile inner inout insensitive insert int int1 int2 int3 int4
    int8 integer intersect interval into io_after_gtids io_before_gtids is iterate join json_table key keys kill lag
    last_value lateral lead leading leave left library like limit linear lines load localtime localtimestamp lock long
    longblob longtext loop low_priority manual master_bind master_ssl_verify_server_cert match maxvalue mediumblob mediumint
    mediumtext member middleint minute_microsecond minute_second mod modifies natural no_write_to_binlog not nth_value ntile
    null numeric of on optimize optimizer_costs option optionally or order out outer outfile over parallel partition
    percent_rank persist persist_only precision primary procedure purge qualify range rank read read_write reads real
    recursive references regexp release rename repeat replace require resignal restrict return revoke right rlike row
    row_number rows schema schemas second_microsecond select sensitive separator set show signal smallint spatial specific
    sql sql_big_result sql_calc_found_rows sql_small_result sqlexception sqlstate sqlwarning ssl starting stored
    straight_join system table tablesample terminated then tinyblob tinyint tinytext to trailing trigger true undo union
    unique unlock unsigned update usage use using utc_date utc_time utc_timestamp values varbinary varchar varcharacter
    varying virtual when where while window with write xor year_month zerofill`,
  mariadb: `current_role delete_domain_id do_domain_ids ignore_domain_ids ignore_server_ids master_heartbeat_period offset
    page_checksum parse_vcol_expr portion ref_system_id returning rownum slow stats_auto_recalc stats_persistent
    stats_sample_pages vector`,
  postgres: `all analyse analyze and any array as asc asymmetric authorization both case cast check collate collation column
    concurrently constraint create cross current_catalog current_date current_role current_schema current_time
    current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from
    full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime
    localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning right
    select session_user similar some symmetric system_user table tablesample then to trailing true union unique user using
    variadic verbose when where window with`,
  sqlite: `autoincrement between commit create delete drop escape exists glob having if index insert isnull notnull nothing
    raise regexp set transaction update values`,
};

export const RESERVED_WORDS: ReadonlySet<string> = new Set(
  Object.values(RESERVED).flatMap((words) => words.split(/\s+/)),
);

/** Reserved words that statements use with their special meaning, never as names. */
const GRAMMAR: ReadonlySet<string> = new Set(
  `all and as asc between by case cast char collate convert cross current_timestamp current_user decimal default delete desc distinct
  do else end escape except exists false for from group having in inner insert into is join key left like limit not nothing
  null of offset on or order recursive returning select separator set signed then true union update using values when where
  with binary dual glob ignore lateral partition`.split(/\s+/),
);

/** MySQL and MariaDB escape characters in literals with a backslash; in the other databases it is a character. */
const LITERAL = /^(?:mysql|mariadb)$/.test(process.env.TEST_DATABASE ?? '')
  ? /'(?:[^'\\]|''|\\.)*'/
  : /'(?:[^']|'')*'/;
const OTHER_TOKENS = /"(?:[^"]|"")*"|`[^`]*`|\/\*[\s\S]*?\*\/|--[^\n]*|::\w+|:\w+|\$\d+|[a-z_][\w$]*|\S/;
const TOKENS = new RegExp(`${LITERAL.source}|${OTHER_TOKENS.source}`, 'gi');

/** Returns the unquoted names of columns, tables and aliases in a statement that are reserved in some database. */
export function reservedNames(sql: string): readonly string[] {
  const tokens = (sql.match(TOKENS) ?? []).filter((token) => !/^(?:\/\*|--)/.test(token));
  const opened: boolean[] = [];
  return tokens.flatMap((token, index) => {
    const [before = '', after = ''] = [tokens[index - 1], tokens[index + 1]];
    if (token === '(') opened.push(/^(?:cast|convert)$/i.test(before));
    if (token === ')') opened.pop();
    const word = token.toLowerCase();
    if (!RESERVED_WORDS.has(word)) return [];
    // The target of a cast is a type.
    const isType = before.toLowerCase() === 'as' && opened.at(-1) === true;
    if (isType || (after === '(' && before.toLowerCase() !== 'as')) return [];
    const isAlias = before.toLowerCase() === 'as';
    const isName = isAlias || before === '.' || after === '.';
    return isName || !GRAMMAR.has(word) ? [token] : [];
  });
}
