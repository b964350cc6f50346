use outbound::Client;
pub struct Hetzner { client: Client }
