//! The help.

use clap::CommandFactory;
use snapbox::{assert_data_eq, str};

use super::Arguments;

#[test]
fn short_help() {
    assert_data_eq!(
        Arguments::command().render_help().to_string(),
        str![[r#"
Usage: app [OPTIONS]

Options:
      --region <REGION>        The region to serve [default: eu]
      --log-level <LOG-LEVEL>  The level of the log [default: info] [possible values: debug, info]
      --workers <NUMBER>       
      --zones <ZONES>          The zones, in order of preference
      --limits <NUMBER>        
      --ports <NUMBER>         
      --tags <KEY=VALUE>       
      --weights <KEY=VALUE>    
      --pair <PAIR>            
      --extra <EXTRA>          
      --password <PASSWORD>    The password of the database
  -j, --jobs <NUMBER>          [env: HCLDYN_TEST_JOBS]
      --dry-run[=<BOOL>]       [off: --no-dry-run]
  -h, --help                   Print help (see more with '--help')

server:
      --server-port <NUMBER>       The port that clients connect to [default: 80]
      --server-timeout <DURATION>  

server.web:
      --server-web-tls[=<BOOL>]      Encrypts connections [default: true] [off: --no-server-web-tls]
      --server-web-max-age <NUMBER>  

server.web.server:
      --server-web-server-port <NUMBER>       The port that clients connect to [default: 80]
      --server-web-server-timeout <DURATION>

"#]]
    );
}

#[test]
fn long_help() {
    assert_data_eq!(
        Arguments::command().render_long_help().to_string(),
        str![[r#"
Usage: app [OPTIONS]

Options:
      --region <REGION>
          The region to serve.
          
          It is part of the names of all machines.
          
          [default: eu]

      --log-level <LOG-LEVEL>
          The level of the log [default: info]

          Possible values:
          - debug: Everything.
          - info:  The usual messages.

      --workers <NUMBER>
          

      --zones <ZONES>
          The zones, in order of preference

      --limits <NUMBER>
          

      --ports <NUMBER>
          

      --tags <KEY=VALUE>
          

      --weights <KEY=VALUE>
          

      --pair <PAIR>
          

      --extra <EXTRA>
          

      --password <PASSWORD>
          The password of the database

  -j, --jobs <NUMBER>
          [env: HCLDYN_TEST_JOBS]

      --dry-run[=<BOOL>]
          [off: --no-dry-run]

  -h, --help
          Print help (see a summary with '-h')

server:
      --server-port <NUMBER>
          The port that clients connect to [default: 80]

      --server-timeout <DURATION>
          

server.web:
      --server-web-tls[=<BOOL>]
          Encrypts connections [default: true] [off: --no-server-web-tls]

      --server-web-max-age <NUMBER>
          

server.web.server:
      --server-web-server-port <NUMBER>
          The port that clients connect to [default: 80]

      --server-web-server-timeout <DURATION>

"#]]
    );
}
