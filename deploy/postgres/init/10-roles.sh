#!/bin/sh
# Run once by the PostgreSQL image, on an empty data folder: the two logins, and the database that projector owns.
set -eu

projector=$(cat /run/secrets/postgres_projector)
reader=$(cat /run/secrets/postgres_reader)

psql --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
    --set=projector="$projector" --set=reader="$reader" <<'SQL'
create role ghosthands_projector login password :'projector';
create role ghosthands_reader login password :'reader';
create database ghosthands owner ghosthands_projector;
SQL
